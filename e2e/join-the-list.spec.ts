import type { Page } from "@playwright/test";
import { storedSubscribers } from "./support/data-file.ts";
import { footerForm, tableAnswer } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, open, stopClock } from "./support/visitor.ts";

// docs/product.md §4 and §5, footer newsletter form.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** Chromium's own line about an answer of 400 or more; the page cannot keep it quiet. */
const REFUSED = /console error: Failed to load resource: the server responded with a status of 409/;

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
  const answer = tableAnswer(page);
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
  const answer = tableAnswer(page);
  await footerForm(page).button.click();
  expect(await answer).toBe(201);
  const [stored] = storedSubscribers(gateway.dataDir, email);
  expect(new Date(stored?.subscribed_at ?? 0).getFullYear()).toBe(new Date().getUTCFullYear());
});

test("a second time in another tab the fan is told so, and the form stays", async ({
  page,
  context,
  gateway,
  noise,
}) => {
  noise.provoke(REFUSED);
  const email = anEmail();
  const second = await context.newPage();
  await open(second, "/privacy");
  await open(page, "/about");
  await footerForm(page).field.fill(email);
  await footerForm(page).field.press("Enter");
  await expect(footerForm(page).thanks).toBeVisible();

  const { field, button, error } = footerForm(second);
  await field.fill(email.toUpperCase());
  await button.click();
  await expect(error).toHaveText("Email already subscribed");
  await expect(field).toHaveValue(email.toUpperCase());
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("Email already subscribed");
  await expect(button).toBeEnabled();
  expect(storedSubscribers(gateway.dataDir, email)).toHaveLength(1);
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

  for (const [what, typed] of [
    ["a word", "ann"],
    ["no ending", "ann@example"],
    ["two @", "ann@bee@example.com"],
    ["a space inside", "ann bee@example.com"],
    ["300 characters", `${"x".repeat(300)}@example.com`],
    ["quotes and a blank", `"ann bee"@example.com`],
    ["an emoji alone", "🎸"],
  ] as const) {
    await test.step(what, async () => {
      await field.fill(typed);
      await expectToldAnew(page, () => button.click(), "Please enter a valid email address");
      await expect(field).toHaveValue(typed);
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toBeFocused();
    });
  }
  await field.fill("");
  await expect(button).toBeDisabled();
  expect(sent).toEqual([]);
});

test("unusual addresses are kept as they are, but for blanks around them", async ({ page, gateway }) => {
  for (const [what, local] of [
    ["an emoji", "gui🎸tar"],
    ["an apostrophe", "o'brien"],
    ["quotes", `"ann"`],
    ["what a table might misread", "a%_*,(b)\\'; drop table x--"],
    ["blanks around it", "  ann"],
  ] as const) {
    await test.step(what, async () => {
      const email = `${local.replaceAll(" ", "")}.${anEmail()}`;
      // A page of its own for each, as for another fan.
      await open(page, "/about");
      const { field, thanks } = footerForm(page);
      await field.fill(local.startsWith(" ") ? `  ${email} ` : email);
      await field.press("Enter");
      await expect(thanks).toBeVisible();
      expect(storedSubscribers(gateway.dataDir, email)).toMatchObject([{ email: email.toLowerCase() }]);
    });
  }
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

test("answers that the table gives in trouble are told in words, and what was typed is kept", async ({
  page,
  noise,
}) => {
  noise.provoke(/console warning: The sign-up did not reach the list/);
  await open(page, "/about");
  const { field, button } = footerForm(page);
  await field.fill(anEmail());
  for (const [status, body, message] of [
    [500, "{}", "Something went wrong. Please try again."],
    [409, "<html>a proxy's page</html>", "Something went wrong. Please try again."],
    [429, `{"code":"over_request_rate_limit","message":""}`, "Failed to subscribe. Please try again."],
    [401, `{"code":"PGRST301","message":""}`, "Failed to subscribe. Please try again."],
    [400, `{"code":"23514","message":""}`, "Please enter a valid email address"],
  ] as const) {
    await test.step(`${status} ${body}`, async () => {
      noise.provoke(new RegExp(`console error: Failed to load resource: .* status of ${status}`));
      await page.route("**/rest/**", (route) => route.fulfill({ status, body, contentType: "application/json" }), {
        times: 1,
      });
      await expectToldAnew(page, () => button.click(), message);
      await expect(field).toHaveValue(/@Example\.com$/);
    });
  }
});

test("a double click on Join makes one row and asks once", async ({ page, gateway }) => {
  let asked = 0;
  await page.route("**/rest/**", (route) => {
    asked += 1;
    return route.continue();
  });
  const email = anEmail();
  await open(page, "/about");
  const { field, button, thanks } = footerForm(page);
  await field.fill(email);
  await button.dblclick();
  await expect(thanks).toBeVisible();
  expect(asked).toBe(1);
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
