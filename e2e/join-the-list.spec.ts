import type { Page } from "@playwright/test";
import { storedSubscribers } from "./support/data-file.ts";
import { footerForm, nextSignUpStatus } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, open, PHONE, stopClock } from "./support/visitor.ts";

// docs/product.md §4 and §5, footer newsletter form.
test.use({ viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: "reduce" });

test("a fan on a phone reads the story and joins; the list stores the address in small letters", async ({
  page,
  gateway,
}) => {
  const email = anEmail();
  await stopClock(page);
  await open(page, "/");
  await page.getByRole("link", { name: "Read the story" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeFocused();
  await expect(page.getByText("first record in a net shed")).toBeVisible();

  const { field, button, thanks, status } = footerForm(page);
  await expect(button).toBeDisabled();
  await field.fill(email);
  const signUpStatus = nextSignUpStatus(page);
  await button.click();
  await expect(button).toHaveText("Joining...");
  await expect(button).toBeDisabled();
  await expect(field).toBeDisabled();

  // The gateway stores the row before the page says thank you.
  expect(await signUpStatus).toBe(201);
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

test("the sign-up time is the server's, whatever the phone's clock says", async ({ page, gateway }) => {
  const email = anEmail();
  await page.clock.setFixedTime(new Date("2001-02-03T04:05:06Z"));
  await open(page, "/about");
  await footerForm(page).field.fill(email);
  const signUpStatus = nextSignUpStatus(page);
  await footerForm(page).button.click();
  expect(await signUpStatus).toBe(201);
  const [stored] = storedSubscribers(gateway.dataDir, email);
  expect(new Date(stored?.subscribed_at ?? 0).getFullYear()).toBe(new Date().getUTCFullYear());
});

test("an invalid address gets an error and is not sent", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    // Page views do not count.
    if (request.method() === "POST" && !request.url().endsWith("/analytics/events")) sent.push(request.url());
  });
  await open(page, "/about");
  const { field, button, error } = footerForm(page);
  // An empty field is not sent either.
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

test("an unusual address is stored in small letters, without spaces around it", async ({ page, gateway }) => {
  // An emoji, an apostrophe, and characters with a meaning in queries. Quotes, brackets and commas are rejected.
  const email = `gui🎸tar.o'brien.a%_*'droptablex--.${anEmail()}`;
  await open(page, "/about");
  const { field, thanks } = footerForm(page);
  await field.fill(`  ${email} `);
  await field.press("Enter");
  await expect(thanks).toBeVisible();
  expect(storedSubscribers(gateway.dataDir, email)).toMatchObject([{ email: email.toLowerCase() }]);
});

test("without a network the typed address stays, and the fan joins once it is back", async ({
  page,
  gateway,
  noise,
}) => {
  noise.provoke(
    /request failed: .*\/config\.json net::ERR_INTERNET_DISCONNECTED/,
    /request failed: .*\/rest\/v1\/newsletter_subscribers net::ERR_INTERNET_DISCONNECTED/,
    /console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
    /console warning: The sign-up did not reach the list/,
  );
  const email = anEmail();
  await open(page, "/about");
  // At first even the configuration fails to load; the second try loads it again.
  await page.route("**/config.json", (route) => route.abort("internetdisconnected"), { times: 1 });
  await page.route("**/rest/**", (route) => route.abort("internetdisconnected"), { times: 1 });
  const { field, button, error, thanks } = footerForm(page);
  await field.fill(email);
  for (const _try of ["config.json", "rest"]) {
    await expectNewError(page, () => button.click(), "Something went wrong. Please try again.");
    await expect(field).toHaveValue(email);
    await expect(field).toBeFocused();
  }

  await button.click();
  await expect(thanks).toBeVisible();
  await expect(error).toBeHidden();
  expect(storedSubscribers(gateway.dataDir, email)).toHaveLength(1);
});

test("an address typed before the page is interactive is not lost", async ({ page, gateway }) => {
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

/** Makes an attempt that fails, and expects a new message, even if the form already shows the same one. */
async function expectNewError(page: Page, attempt: () => Promise<void>, words: string): Promise<void> {
  const { error } = footerForm(page);
  if (await error.isVisible()) await error.evaluate((alert) => alert.setAttribute("data-shown-before", ""));
  await attempt();
  await expect(error).not.toHaveAttribute("data-shown-before");
  await expect(error).toHaveText(words);
}
