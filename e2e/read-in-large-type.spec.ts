import { findLayoutFaults } from "./gallery/faults.ts";
import { ownerSession } from "./support/owner.ts";
import { aCheckout, addToCart, cartButton, fillAddress } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { findBrokenWords } from "./support/text-layout.ts";
import { heading, LAPTOP, onEveryScreen, open, PHONE } from "./support/visitor.ts";

// WCAG 2.2, 1.4.4 Resize text: nothing is lost with twice the browser's default font size.
test.use({ reducedMotion: "reduce" });

/** Twice the default font size of browsers, in pixels. */
const DOUBLED_PX = 32;

/** Names, prices and headings of the checkout; none has a word too long for its line. */
const CHECKOUT_WORDS = "h1, h2, legend, .progress-steps, .goods-name, .goods-price, .sums, .choice label";

test.beforeEach(async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: DOUBLED_PX } });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("every screen and its menu fit, and no word of the name in the bar breaks", async ({ page }) => {
    await onEveryScreen(page, async ({ name }) => {
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${DOUBLED_PX}px`);
      expect.soft(await findLayoutFaults(page), name).toEqual([]);
      expect.soft(await page.locator(".nav-title").evaluateAll(findBrokenWords), name).toEqual([]);
      const menu = page.getByRole("button", { name: "Menu" });
      await menu.click();
      expect.soft(await findLayoutFaults(page), `${name}, its menu`).toEqual([]);
      await menu.click();
    });
  });

  test("a product goes into the cart and is removed again", async ({ page }) => {
    await open(page, "/#/shop");
    await page.getByRole("link", { name: "Lake Effect tee", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Lake Effect tee" });
    await expect(dialog).toBeVisible();
    expect.soft(await findLayoutFaults(page), "the product's window").toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await addToCart(page, "Harbour Light mug");
    await addToCart(page, "Lake Effect tee", ["M"]);
    await cartButton(page, 2).click();
    const cart = page.getByRole("dialog", { name: "CART" });
    await expect(cart.getByRole("link", { name: "Lake Effect tee" })).toBeVisible();
    expect.soft(await findLayoutFaults(page), "the cart").toEqual([]);
    await cart.getByRole("button", { name: /^Remove Lake Effect tee/ }).click();
    await expect(cartButton(page, 1)).toBeAttached();
  });
});

test("on a laptop no screen needs sideways scrolling, and no word of the name in the bar breaks", async ({ page }) => {
  await onEveryScreen(page, async ({ name }) => {
    expect.soft(await findLayoutFaults(page), name).toEqual([]);
    expect.soft(await page.locator(".nav-title").evaluateAll(findBrokenWords), name).toEqual([]);
  });
});

for (const [where, viewport] of [
  ["on a phone", PHONE],
  ["on a laptop", LAPTOP],
] as const) {
  test.describe(where, () => {
    test.use({ viewport });

    test("every page of the checkout, a form with mistakes and the order page fit", async ({ page, noise }) => {
      noise.provoke(/status of 4(22|04)/);
      const looksRight = async (name: string) => {
        expect.soft(await findLayoutFaults(page), name).toEqual([]);
        expect.soft(await page.locator(CHECKOUT_WORDS).evaluateAll(findBrokenWords), name).toEqual([]);
      };
      const goOn = () => page.getByRole("button", { name: "Continue" }).click();
      const unfold = async (nth: number) => page.locator("summary").nth(nth).click();

      await page.goto(await aCheckout(page.request, { handle: "lake-effect-tee", variant: "L / Ink", quantity: 3 }));
      await expect(heading(page, "Contact")).toBeVisible();
      await looksRight("contact");
      await page.getByLabel("Email").fill("ann@example.com");
      await page.getByRole("radio", { name: /Send it to me/ }).check({ force: true });
      await goOn();
      await expect(page.getByRole("alert")).toBeVisible();
      await looksRight("contact, refused");
      await fillAddress(page, "annabel.lee.of.the.kingdom.by.the.sea@example.com");
      await goOn();
      await expect(heading(page, "Delivery")).toBeVisible();
      await looksRight("delivery");
      await unfold(0);
      await unfold(1);
      await looksRight("delivery, the order and the codes unfolded");
      await page.getByLabel("Discount code").fill("NOSUCHCODE");
      await page.getByRole("button", { name: "Apply the discount code" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await looksRight("delivery, a refused code");
      await goOn();
      await expect(heading(page, "Review and pay")).toBeVisible();
      await looksRight("payment");
      await page.getByRole("radio", { name: /Interac e-Transfer/ }).check({ force: true });
      await page.getByRole("button", { name: /^Buy now/ }).click();
      await expect(heading(page, "Thank you")).toBeVisible();
      await looksRight("the order's page");
      const { access_token } = await ownerSession(page.request);
      const change = async (what: string, data: object = {}) => {
        const path = `/admin/api${new URL(page.url()).pathname.replace("/checkout", "")}/${what}`;
        const headers = { Authorization: `Bearer ${access_token}` };
        expect((await page.request.post(path, { headers, data })).ok()).toBe(true);
        await page.reload();
      };
      await change("paid");
      await change("shipped", { carrier: "Canada Post", trackingNumber: "7023210123456789012345" });
      await expect(heading(page, "It is on its way")).toBeVisible();
      await looksRight("the order's page, on its way");
      await change("refunded");
      await expect(heading(page, "Your money is on its way back")).toBeVisible();
      await looksRight("the order's page, paid back");
      await page.goto("/checkout/none");
      await expect(heading(page, "This page is not here")).toBeVisible();
      await looksRight("no page");
    });
  });
}
