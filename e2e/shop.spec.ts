import { addToCart, cartButton } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Shop and Navigation; §4, shop modal and local cart; §8.
test.use({ reducedMotion: "reduce" });

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("a product opens and goes into the cart once", async ({ page }) => {
    await open(page, "/#/shop");
    await expect(page.getByRole("link", { name: "Harbour Light mug" })).toBeVisible();
    await page.getByRole("link", { name: "Lake Effect tee", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Lake Effect tee" });
    await expect(dialog.getByText("$38.00")).toBeVisible();
    await expect(page).toHaveURL(/#\/shop\/lake-effect-tee$/);
    await dialog.getByText("M", { exact: true }).click();
    await expect(dialog.getByRole("radio", { name: "Bone (Sold out)" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/#\/shop$/);

    await addToCart(page, "Harbour Light mug");
    await expect(cartButton(page, 1)).toBeVisible();
    await page.getByRole("button", { name: "View cart" }).click();
    const cart = page.getByRole("dialog", { name: "CART" });
    // By keyboard: the button is where "View cart" was, and a quick second tap there is ignored.
    await cart.getByRole("button", { name: "No", exact: true }).press("Enter");
    await expect(cart).toBeHidden();
    await expect(cartButton(page, 1)).toBeFocused();
    await addToCart(page, "Harbour Light mug");
    await expect(page.getByText("Item already in cart!")).toBeVisible();
    await expect(cartButton(page, 1)).toBeVisible();
  });

  test("quick repeated presses on Add To Cart add the product once and press nothing below", async ({ page }) => {
    await open(page, "/#/shop");
    await page.getByRole("link", { name: "Lake Effect tee", exact: true }).click();
    await page.getByRole("button", { name: "Add To Cart" }).click({ clickCount: 3 });
    await expect(page.getByText("Lake Effect tee is in your cart.")).toBeVisible();
    await expect(cartButton(page, 1)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/#\/shop$/);
  });

  test("the cart counts, changes, survives a reload and empties", async ({ page, context }) => {
    await open(page, "/#/shop");
    await addToCart(page, "Harbour Light mug");
    await addToCart(page, "Pier tote");
    await page.reload();
    const other = await context.newPage();
    await open(other, "/");
    await expect(cartButton(other, 2)).toBeVisible();

    // A background tab draws once a second.
    await page.bringToFront();
    await cartButton(page, 2).click();
    const cart = page.getByRole("dialog", { name: "CART" });
    await expect(cart.getByText(/^Total: \$\d+\.\d\d CAD$/)).toBeVisible();
    await cart.getByRole("spinbutton", { name: /Pier tote/ }).fill("3");
    await page.keyboard.press("Tab");
    await expect(cartButton(other, 4)).toBeVisible();
    await cart.getByRole("button", { name: /^Remove Harbour Light mug/ }).click();
    await expect(cartButton(other, 3)).toBeVisible();
    await cart.getByRole("button", { name: /^Remove Pier tote/ }).click();
    await expect(cart.getByText("Nothing in here yet.")).toBeVisible();
    await cart.getByRole("button", { name: "No", exact: true }).click();
    await expect(cart).toBeHidden();
    await expect(cartButton(page, 0)).toBeFocused();
  });
});

test("on a phone in landscape no product's picture is much higher than the window", async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await open(page, "/#/shop");
  const plates = page.getByRole("main").locator(".product-card-picture");
  await expect(plates).not.toHaveCount(0);
  const highest = () =>
    plates.evaluateAll((all) => Math.max(...all.map((plate) => plate.getBoundingClientRect().height)));
  await expect.poll(highest).toBeLessThan(1.25 * 360);
});

test("a product opened from the cart returns the focus to the cart's icon", async ({ page }) => {
  await open(page, "/#/shop");
  await addToCart(page, "Pier tote");
  await cartButton(page, 1).click();
  await page.getByRole("dialog", { name: "CART" }).getByRole("link", { name: "Pier tote" }).click();
  const dialog = page.getByRole("dialog", { name: "Pier tote" });
  await expect(dialog.getByRole("heading", { name: "Pier tote" })).toBeFocused();
  await expect(page).toHaveURL(/#\/shop\/pier-tote$/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(cartButton(page, 1)).toBeFocused();
});

test("a product has its own address, with and without script", async ({ page, browser, gateway }) => {
  await open(page, "/shop/pier-tote");
  await expect(page.getByRole("dialog", { name: "Pier tote" })).toBeVisible();
  await expect(page).toHaveURL(/\/#\/shop\/pier-tote$/);
  await expect(page).toHaveTitle("Pier tote · Harbour Line");
  await page.goBack();
  await page.goForward();
  await open(page, "/#/shop/no-such-thing");
  await expect(page.getByText("That item is no longer in the shop. Here is everything that is.")).toBeVisible();

  const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: gateway.url });
  await plain.goto("/shop/pier-tote");
  await expect(plain.getByRole("heading", { name: "Pier tote" })).toBeVisible();
  await plain.goto("/shop");
  await expect(plain.getByRole("link", { name: "Lake Effect tee", exact: true })).toBeVisible();
  await plain.close();
});

test("the cart shows its pictures under every host name of the site", async ({ page, baseURL, noise }) => {
  noise.provoke(/request to another origin: http:\/\/localhost:/);
  await open(page, `http://localhost:${new URL(baseURL ?? "").port}/#/shop`);
  await addToCart(page, "Harbour Light mug");
  await page.getByRole("button", { name: "View cart" }).click();
  const picture = page.getByRole("dialog", { name: "CART" }).locator("img");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
