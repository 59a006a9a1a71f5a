import { faultsOf } from "./gallery/faults.ts";
import { addToCart, cartButton } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { onEveryScreen, open, PHONE } from "./support/visitor.ts";

// WCAG 2.2, 1.4.4 Resize text: who has doubled the size of letters in the browser's settings loses nothing.
test.use({ reducedMotion: "reduce" });

/** Twice the size of letters that browsers come with, in pixels. */
const DOUBLED_PX = 32;

test.beforeEach(async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: DOUBLED_PX } });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("every screen and its menu fit, and the name in the bar is not broken within a word", async ({ page }) => {
    await onEveryScreen(page, async ({ name }) => {
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${DOUBLED_PX}px`);
      expect.soft(await faultsOf(page), name).toEqual([]);
      expect.soft(await page.locator(".nav-title").evaluate(brokenWords), name).toEqual([]);
      const menu = page.getByRole("button", { name: "Menu" });
      await menu.click();
      expect.soft(await faultsOf(page), `${name}, its menu`).toEqual([]);
      await menu.click();
    });
  });

  test("a product is chosen, goes into the cart and leaves it", async ({ page }) => {
    await open(page, "/#/shop");
    await page.getByRole("link", { name: "Lake Effect tee", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Lake Effect tee" });
    await expect(dialog).toBeVisible();
    expect.soft(await faultsOf(page), "the product's window").toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await addToCart(page, "Harbour Light mug");
    await addToCart(page, "Lake Effect tee", ["M"]);
    await cartButton(page, 2).click();
    const cart = page.getByRole("dialog", { name: "CART" });
    await expect(cart.getByRole("link", { name: "Lake Effect tee" })).toBeVisible();
    expect.soft(await faultsOf(page), "the cart").toEqual([]);
    await cart.getByRole("button", { name: /^Remove Lake Effect tee/ }).click();
    await expect(cartButton(page, 1)).toBeAttached();
  });
});

test("on a laptop no screen needs sideways scrolling, and the name in the bar is not broken within a word", async ({
  page,
}) => {
  await onEveryScreen(page, async ({ name }) => {
    expect.soft(await faultsOf(page), name).toEqual([]);
    expect.soft(await page.locator(".nav-title").evaluate(brokenWords), name).toEqual([]);
  });
});

/** Words of an element that begin in one line and end in another. */
function brokenWords(element: Element): string[] {
  const text = element.firstChild;
  if (!(text instanceof Text)) return [];
  return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
  });
}
