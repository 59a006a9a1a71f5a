import type { Page } from "@playwright/test";
import { storedSubscribers } from "./support/data-file.ts";
import { footerForm, nextSignUpStatus } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, open, PHONE, stopClock } from "./support/visitor.ts";

// docs/product.md §4 and §5, footer newsletter form.
test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

test("a fan on a phone reads, joins in capitals, and is on disk in small letters", async ({ page, gateway }) => {
  const email = anEmail();
  await stopClock(page);
  await open(page, "/");
  await page.getByRole("link", { name: "Read the story" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeFocused();
  await expect(page.getByText("first record in a net shed")).toBeVisible();

  const { field, button, thanks, status } = footerForm(page);
  await expect(button).toBeDisabled();
  await field.fill(email);
  const answer = nextSignUpStatus(page);
  await button.click();
  await expect(button).toHaveText("Joining...");
  await expect(button).toBeDisabled();
  await expect(field).toBeDisabled();

  // Stored first, thanked afterwards.
  expect(await answer).toBe(201);
  const stored = storedSubscribers(gateway.dataDir, email);
  expect(stored).toMatchObject([{ email: email.toLowerCase(), status: "active", source: "website-footer" }]);

  await page.clock.runFor(799);
  await expect(button).toHaveText("Joining...");
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(thanks).toBeVisible({ timeout: 50 });
  }).toPass();
  await expect(thanks).toBeFocused();
  await expect(field).toBeHidden();
  await expect(status).toHaveText("Successfully subscribed!");

  await page.clock.runFor(4_999);
  await expect(status).toBeVisible();
  await page.clock.runFor(1);
  await expect(status).toBeHidden();
  await expect(thanks).toBeVisible();
});

test("the time of joining is the server's, whatever the phone's clock says", async ({ page, gateway }) => {
  const email = anEmail();
  await page.clock.setFixedTime(new Date("2001-02-03T04:05:06Z"));
  await open(page, "/about");
  await footerForm(page).field.fill(email);
  const answer = nextSignUpStatus(page);
  await footerForm(page).button.click();
  expect(await answer).toBe(201);
  const [stored] = storedSubscribers(gateway.dataDir, email);
  expect(new Date(stored?.subscribed_at ?? 0).getFullYear()).toBe(new Date().getUTCFullYear());
});

test("what is no email is told so and goes nowhere", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    // Visits are counted meanwhile.
    if (request.method() === "POST" && !request.url().endsWith("/analytics/events")) sent.push(request.url());
  });
  await open(page, "/about");
  const { field, button, error } = footerForm(page);
  // Nor is a blank field anything to send.
  await expect(button).toBeDisabled();
  await field.pressSequentially("   ");
  await expect(button).toBeDisabled();
  await field.press("Enter");
  await expect(error).toBeHidden();

  await field.fill("ann@example");
  await button.click();
  await expect(error).toHaveText("Please enter a valid email address");
  await expect(field).toHaveValue("ann@example");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await field.fill("");
  await expect(button).toBeDisabled();
  expect(sent).toEqual([]);
});

test("an unusual address is kept as it is, but for blanks around it", async ({ page, gateway }) => {
  // An emoji, an apostrophe, quotes, and what a table might misread.
  const email = `gui🎸tar.o'brien."ann".a%_*,(b)\\';droptablex--.${anEmail()}`;
  await open(page, "/about");
  const { field, thanks } = footerForm(page);
  await field.fill(`  ${email} `);
  await field.press("Enter");
  await expect(thanks).toBeVisible();
  expect(storedSubscribers(gateway.dataDir, email)).toMatchObject([{ email: email.toLowerCase() }]);
});

test("with the network dead the words are kept, and with it back the fan joins", async ({ page, gateway, noise }) => {
  noise.provoke(
    /request failed: .*\/config\.json net::ERR_INTERNET_DISCONNECTED/,
    /request failed: .*\/rest\/v1\/newsletter_subscribers net::ERR_INTERNET_DISCONNECTED/,
    /console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
    /console warning: The sign-up did not reach the list/,
  );
  const email = anEmail();
  await open(page, "/about");
  // Even the configuration is out of reach at first; the second try asks for it again.
  await page.route("**/config.json", (route) => route.abort("internetdisconnected"), { times: 1 });
  await page.route("**/rest/**", (route) => route.abort("internetdisconnected"), { times: 1 });
  const { field, button, error, thanks } = footerForm(page);
  await field.fill(email);
  for (const _try of ["config.json", "rest"]) {
    await expectToldAnew(page, () => button.click(), "Something went wrong. Please try again.");
    await expect(field).toHaveValue(email);
    await expect(field).toBeFocused();
  }

  await button.click();
  await expect(thanks).toBeVisible();
  await expect(error).toBeHidden();
  expect(storedSubscribers(gateway.dataDir, email)).toHaveLength(1);
});

test("what was typed before the page was ready counts", async ({ page, gateway }) => {
  const email = anEmail();
  const { promise: scriptMayCome, resolve: letScriptCome } = Promise.withResolvers<void>();
  await page.route("**/assets/main-*.js", async (route) => {
    await scriptMayCome;
    await route.continue();
  });
  await page.goto("/about", { waitUntil: "commit" });
  const { field, button, thanks } = footerForm(page);
  await field.fill(email);
  letScriptCome();
  await expect(button).toBeEnabled();
  await expect(field).toHaveValue(email);
  await button.click();
  await expect(thanks).toBeVisible();
  expect(storedSubscribers(gateway.dataDir, email)).toHaveLength(1);
});

/** Does what is refused, and finds these words about it, not those that were told before. */
async function expectToldAnew(page: Page, attempt: () => Promise<void>, words: string): Promise<void> {
  const { error } = footerForm(page);
  if (await error.isVisible()) await error.evaluate((alert) => alert.setAttribute("data-told-before", ""));
  await attempt();
  await expect(error).not.toHaveAttribute("data-told-before");
  await expect(error).toHaveText(words);
}
