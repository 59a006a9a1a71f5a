import type { Page } from "@playwright/test";
import { expectNothingWrong, expectNothingWrongInBothWindows } from "./support/axe.ts";
import { openDashboard } from "./support/dashboard.ts";
import { aCheckout, fillAddress } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { open } from "./support/visitor.ts";

// Colours are measured where they come to rest.
test.use({ colorScheme: "light", reducedMotion: "reduce" });

const PAPER = "rgb(246, 239, 226)";
const INK = "rgb(11, 14, 22)";

/** The colour that the page stands on. */
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test("legal pages are paper, and what is read next is dusk again", async ({ page }) => {
  for (const path of ["/privacy", "/terms", "/accessibility"]) {
    await open(page, path);
    expect(await ground(page)).toBe(PAPER);
    await expectNothingWrong(page);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: /menu/i }).click();
  await expectNothingWrong(page);
  await page.getByRole("link", { name: "About", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
  expect(await ground(page)).toBe(INK);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Accessibility Statement" })).toBeVisible();
  expect(await ground(page)).toBe(PAPER);
});

test("a legal page is paper without script too", async ({ browser, gateway }) => {
  const context = await browser.newContext({ colorScheme: "light", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${gateway.url}/privacy`);
  await expect(page.locator("html")).toHaveCSS("background-color", PAPER);
  await context.close();
});

test("the door and every tab of the desk are paper, and axe finds nothing there", async ({ page }) => {
  test.slow();
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Admin Access" })).toBeVisible();
  expect(await ground(page)).toBe(PAPER);
  await expectNothingWrongInBothWindows(page);
  const { tab } = await openDashboard(page);
  await expect(page.getByRole("region", { name: "Growth" }).locator("canvas")).toBeVisible();
  await expectNothingWrongInBothWindows(page);
  for (const name of ["Subscribers", "Settings"] as const) {
    await tab(name).click();
    await expectNothingWrongInBothWindows(page);
  }
  await page.getByRole("button", { name: "Logout" }).click();
  await expectNothingWrong(page);
});

test("an order prints as a slip to pack by, without prices and buttons, and the list as a table", async ({ page }) => {
  await page.goto(await aCheckout(page.request, { handle: "pier-tote", quantity: 2 }));
  await fillAddress(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: /Tracked parcel/ }).check({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: /Interac e-Transfer/ }).check({ force: true });
  await page.getByRole("button", { name: /^Place order/ }).click();
  await expect(page.getByText("12 Pier Road").first()).toBeVisible();

  await openDashboard(page);
  await page.getByRole("tab", { name: /^Orders/ }).click();
  const opening = page.getByRole("button", { name: /^Open order/ }).first();
  await opening.waitFor();
  // As wide as a sheet of paper: on a screen of that width the rows would be cards.
  await page.setViewportSize({ width: 690, height: 980 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("columnheader", { name: "Buyer" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await opening.click();
  await page.getByRole("heading", { name: "Items" }).waitFor();
  await expectNothingWrong(page);

  await page.emulateMedia({ media: "print" });
  const slip = page.getByRole("article");
  await expect(slip.getByText("12 Pier Road")).toBeVisible();
  await expect(slip.getByText("Pier tote")).toBeVisible();
  await expect(page.getByText("Harbour Line", { exact: true })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(slip.getByText(/\$/).filter({ visible: true })).toHaveCount(0);
});
