import { expect, test } from "./support/test.ts";
import { open } from "./support/visitor.ts";

test.use({ colorScheme: "light", reducedMotion: "reduce" });

const PAPER = "rgb(246, 239, 226)";
const INK = "rgb(11, 14, 22)";

test("the login and the legal pages have the light theme, and the next screen has the dark one", async ({ page }) => {
  const html = page.locator("html");
  for (const path of ["/admin", "/privacy", "/terms", "/accessibility"]) {
    await open(page, path);
    await expect(html).toHaveCSS("background-color", PAPER);
  }
  await page.getByRole("link", { name: "About", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
  await expect(html).toHaveCSS("background-color", INK);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Accessibility Statement" })).toBeVisible();
  await expect(html).toHaveCSS("background-color", PAPER);
});

test("a legal page has the light theme without script too", async ({ browser, gateway }) => {
  const context = await browser.newContext({ colorScheme: "light", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${gateway.url}/privacy`);
  await expect(page.locator("html")).toHaveCSS("background-color", PAPER);
  await context.close();
});
