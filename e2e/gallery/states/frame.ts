import { footerForm } from "../../support/footer-form.ts";
import { expect } from "../../support/test.ts";
import { open, PHONE } from "../../support/visitor.ts";
import { holdAlerts, never, type Screen, type State, type Visit } from "../state.ts";

/** A short page, so that the window shows the footer. */
const SHORT_PAGE = "/no-such-page";
const TABLE = "**/rest/v1/newsletter_subscribers*";

/** Signs up in the footer. */
async function join({ page }: Visit, email: string): Promise<void> {
  await open(page, SHORT_PAGE);
  const { field, button } = footerForm(page);
  await field.fill(email);
  await button.click();
}

const menu = (on: string, path: string): State => ({
  name: `menu, on ${on}`,
  widths: [360, 820],
  withFrame: true,
  async arrange({ page }) {
    await page.setViewportSize(PHONE);
    await open(page, path);
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("link", { name: "Merchandise" })).toBeVisible();
  },
});

/** The menu, the footer, and the message for a screen that did not load. */
export const FRAME: Screen = {
  name: "Menu, footer, failures",
  states: [
    menu("Home", "/"),
    menu("About", "/about"),
    // Not the privacy policy: it names the site's address, whose port differs in each run.
    menu("the light theme", "/terms"),
    {
      name: "footer, an invalid address",
      withFrame: true,
      async arrange(visit) {
        await join(visit, "ann@nowhere");
        await expect(footerForm(visit.page).error).toBeVisible();
      },
    },
    {
      name: "footer, joining",
      withFrame: true,
      async arrange(visit) {
        await visit.page.route(TABLE, never);
        await join(visit, "ann@example.com");
        await expect(footerForm(visit.page).button).toHaveText("Joining...");
      },
    },
    {
      name: "footer, on the list already",
      withFrame: true,
      async arrange(visit) {
        await visit.page.route(TABLE, (route) =>
          route.fulfill({ status: 409, json: { code: "23505", message: "duplicate key", details: "", hint: "" } }),
        );
        await join(visit, "ann@example.com");
        await expect(footerForm(visit.page).error).toHaveText("Email already subscribed");
      },
    },
    {
      name: "footer, thanks",
      withFrame: true,
      async arrange(visit) {
        await visit.page.route(TABLE, (route) => route.fulfill({ status: 201, json: [] }));
        await holdAlerts(visit.page);
        await join(visit, "ann@example.com");
        await expect(footerForm(visit.page).status).toBeVisible();
      },
    },
    {
      name: "a screen whose code did not load",
      async arrange({ page }) {
        await page.route("**/assets/about-*.js", (route) => route.abort("connectionreset"));
        await open(page, "/#/about");
        await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
      },
    },
  ],
};
