import type { Browser, Page } from "@playwright/test";
import { download, openDashboard } from "./support/dashboard.ts";
import { seedSubscribers, storedSubscribers } from "./support/data-file.ts";
import { fillDialog } from "./support/email-dialog.ts";
import { joinByFooter } from "./support/footer-form.ts";
import type { RunningGateway } from "./support/gateway.ts";
import type { Noise } from "./support/noise.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, interactive, PHONE } from "./support/visitor.ts";

// docs/product.md §2: unsubscribing.
test.use({ reducedMotion: "reduce" });

const question = (page: Page) => page.getByRole("heading", { name: "Leave the mailing list of Harbour Line?" });
const goodbye = (page: Page) => page.getByRole("heading", { name: "You have left the list" });
const leaveButton = (page: Page) => page.getByRole("button", { name: "Leave the list" });

/** Opens the fan's browser, which runs no script. */
async function withoutScript(browser: Browser, noise: Noise, gateway: RunningGateway): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  noise.listen(context, gateway.url);
  return context.newPage();
}

/** Reads an address's unsubscribe link from the owner's export. */
async function linkInFile(dashboard: Page, email: string): Promise<string> {
  const { text } = await download(dashboard, "Download JSON");
  const { subscribers } = JSON.parse(text) as { subscribers: { email: string; unsubscribe_url: string }[] };
  return subscribers.find((subscriber) => subscriber.email === email)?.unsubscribe_url ?? "";
}

const statusOf = ({ dataDir }: RunningGateway, email: string) =>
  storedSubscribers(dataDir, email).map(({ status }) => status);

test("a fan unsubscribes with the link in the export, without script, and resubscribes in the footer", async ({
  page,
  context,
  browser,
  gateway,
  noise,
}) => {
  const email = anEmail().toLowerCase();
  seedSubscribers(gateway.dataDir, [
    { email, source: "website-dialog", subscribedAt: new Date("2024-05-06T07:08:09Z") },
    { email: "stays@example.com" },
  ]);
  const { tab, rows } = await openDashboard(page);
  const link = await linkInFile(page, email);
  expect(link.startsWith(`${gateway.url}/unsubscribe?t=`)).toBe(true);
  expect(link).not.toContain("example");
  await tab("Subscribers").click();
  const row = rows.filter({ hasText: email });
  await expect(row).not.toContainText("unsubscribed");

  const linkPage = await withoutScript(browser, noise, gateway);
  await linkPage.goto(link);
  await expect(question(linkPage)).toBeVisible();
  await expect(linkPage.getByText("a•••@example.com will get no more emails.")).toBeVisible();
  await linkPage.getByRole("link", { name: "Stay on the list" }).click();
  await expect(linkPage).toHaveURL(`${gateway.url}/`);
  // Opening the page changes nothing, not even twice.
  await linkPage.goBack();
  expect(statusOf(gateway, email)).toEqual(["active"]);

  await leaveButton(linkPage).click();
  await expect(goodbye(linkPage)).toBeVisible();
  await expect(linkPage).toHaveURL(`${gateway.url}/unsubscribe/done`);
  expect(statusOf(gateway, email)).toEqual(["unsubscribed"]);
  expect(statusOf(gateway, "stays@example.com")).toEqual(["active"]);
  await linkPage.reload();
  await expect(goodbye(linkPage)).toBeVisible();
  // The link still works, with the same result.
  await linkPage.goto(link);
  await leaveButton(linkPage).click();
  await expect(goodbye(linkPage)).toBeVisible();

  // The dashboard updates live, and the CSV export does not have the address.
  await expect(row).toContainText("unsubscribed");
  const { text } = await download(page, "Export Data");
  expect(text).toContain("stays@example.com");
  expect(text).not.toContain(email);

  await joinByFooter(await context.newPage(), email);
  expect(storedSubscribers(gateway.dataDir, email)).toMatchObject([{ status: "active", source: "website-dialog" }]);
  expect(storedSubscribers(gateway.dataDir, email)[0]?.subscribed_at).not.toContain("2024");
  await page.bringToFront();
  await expect(row).not.toContainText("unsubscribed");
  await linkPage.context().close();
});

test("an unsubscribed fan may resubscribe in the dialog, which does not change their name", async ({
  page,
  gateway,
}) => {
  const email = anEmail().toLowerCase();
  seedSubscribers(gateway.dataDir, [{ email, source: "import:old-list" }]);
  await openDashboard(page);
  await page.goto(await linkInFile(page, email));
  await leaveButton(page).click();
  await page.getByRole("link", { name: "Join again" }).click();
  await interactive(page);
  const { join, heading } = await fillDialog(page, { first: "Ann", last: "Lee", email });
  await join.click();
  await expect(heading).toHaveText("Success!");
  expect(storedSubscribers(gateway.dataDir, email)).toMatchObject([
    { status: "active", source: "import:old-list", first_name: null, last_name: null },
  ]);
});

test("a removed fan may sign up again as a new subscriber", async ({ page, context, gateway }) => {
  const email = anEmail().toLowerCase();
  seedSubscribers(gateway.dataDir, [{ email, source: "import:old-list" }]);
  const { tab, rows, question: dialog } = await openDashboard(page);
  await tab("Subscribers").click();
  await page.getByRole("button", { name: `Remove ${email}` }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Subscriber removed successfully")).toBeVisible();
  expect(storedSubscribers(gateway.dataDir, email)).toEqual([]);

  await joinByFooter(await context.newPage(), email);
  expect(storedSubscribers(gateway.dataDir, email)).toMatchObject([{ status: "active", source: "website-footer" }]);
  await page.bringToFront();
  await expect(rows.filter({ hasText: email })).toContainText("Footer form");
});
