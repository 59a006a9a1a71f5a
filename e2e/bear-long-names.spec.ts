import { findLayoutFaults } from "./gallery/faults.ts";
import { contentOf, restoreContent, saveContent } from "./support/own-content.ts";
import { aCheckout, addToCart, cartButton, fillAddress } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { findBrokenWords } from "./support/text-layout.ts";
import { fontsReady, heading, onEveryScreen, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Layout: an owner's texts may be longer than the demo's.
test.use({ ownContent: true, reducedMotion: "reduce" });

const ALBUMS = "music/albums.yaml";
const PRODUCTS = "store/products.yaml";

test.afterEach(({ gateway }) => restoreContent(gateway, ["artist.json", ALBUMS, PRODUCTS]));

const topOf = (element: Element) => element.getBoundingClientRect().top;

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("an artist's name of several lines covers no heading and no link of the menu", async ({ page }) => {
    await onEveryScreen(page, async ({ name, heading }) => {
      const title = page.locator(".nav-title");
      // Only the title changes: SCREENS expects the demo's name in the heading of Home.
      await title.evaluate((link) => {
        link.textContent = "Johnny Featherstone and the Saint Lawrence Midnight Ramblers";
      });
      const bottom = () => title.evaluate((link) => link.getBoundingClientRect().bottom);
      expect(await bottom()).toBeGreaterThan(100);
      if (name !== "home") {
        const words = page.getByRole("heading", { level: 1, name: heading, exact: true });
        expect.soft(await words.evaluate(topOf), name).toBeGreaterThanOrEqual(await bottom());
      }
      await page.getByRole("button", { name: "Menu" }).click();
      const first = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" });
      expect.soft(await first.evaluate(topOf), `${name}, its menu`).toBeGreaterThanOrEqual(await bottom());
      await page.getByRole("button", { name: "Menu" }).click();
    });
  });
});

test("the record fits into its sleeve beside a song title of many lines", async ({ page, gateway }) => {
  const title = "The Ballad of the Keeper’s Daughter and ".repeat(5).trim();
  saveContent(gateway, ALBUMS, contentOf(gateway, ALBUMS).replace("title: Lake Effect,", `title: ${title},`));
  await open(page, "/music/lake-effect");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  for (const width of [360, 640, 820, 1023, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await findLayoutFaults(page), `${width} px`).toEqual([]);
    const [record = 0, cover = 0] = await page
      .locator(".sleeve > *")
      .evaluateAll((boxes) => boxes.map((box) => box.clientHeight));
    expect.soft(record, `${width} px`).toBeLessThanOrEqual(cover);
  }
});

test("a price of a million breaks no word of a product's name in the cart and at the checkout", async ({
  page,
  gateway,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  const products = contentOf(gateway, PRODUCTS).replace("title: Pier tote", "title: Commemorative lighthouse tote");
  saveContent(gateway, PRODUCTS, products.replace("price: 28.00", "price: 1000000.00"));
  const words = page.locator(":is(.cart-line h3, .cart-price, .goods-name, .goods-price):visible");
  const looksRight = async (name: string) => {
    await expect(words.filter({ hasText: "1,000,000.00" }).first()).toBeVisible();
    expect.soft(await words.evaluateAll(findBrokenWords), name).toEqual([]);
    expect.soft(await findLayoutFaults(page), name).toEqual([]);
  };
  await open(page, "/#/shop");
  await addToCart(page, "Commemorative lighthouse tote");
  await cartButton(page, 1).click();
  await looksRight("the cart");
  const lines = await page.locator(".cart-total span").evaluate((total) => {
    const words = document.createRange();
    words.selectNodeContents(total);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect.soft(lines, "lines of the cart's total").toBe(1);

  await page.goto(await aCheckout(page.request, { handle: "pier-tote" }));
  await expect(heading(page, "Contact")).toBeVisible();
  await page.locator(".summary summary").first().click();
  await looksRight("the checkout");
  await fillAddress(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(heading(page, "Delivery")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(heading(page, "Review and pay")).toBeVisible();
  await page.getByRole("radio", { name: /Interac/ }).check({ force: true });
  await page.getByRole("button", { name: /^Buy now/ }).click();
  await expect(heading(page, "Thank you")).toBeVisible();
  await looksRight("the order");
});

for (const name of ["Wilhelmina Featherstonehaughs Bo", "Rechtsschutzband", "MIDNIGHT WANDERERS"]) {
  test(`no word of ${name} breaks, and it does not become tiny`, async ({ page, gateway }) => {
    const artist = contentOf(gateway, "artist.json").replace('"Harbour Line"', JSON.stringify(name));
    saveContent(gateway, "artist.json", artist);
    await open(page, "/");
    await expect(heading(page, name)).toBeVisible();
    await fontsReady(page);
    for (const width of [320, 360, 820, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await heading(page, name).evaluateAll(findBrokenWords), `${width} px`).toEqual([]);
      expect.soft(await findLayoutFaults(page), `${width} px`).toEqual([]);
      const size = await heading(page, name).evaluate((h1) => Number.parseFloat(getComputedStyle(h1).fontSize));
      expect.soft(size, `${width} px`).toBeGreaterThanOrEqual(20);
    }
  });
}
