import { expectNothingWrong, expectNothingWrongInBothWindows } from "./support/axe.ts";
import { addToCart, cartButton } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { open, WINDOWS } from "./support/visitor.ts";

// docs/product.md §2, Shop and Navigation; §4, shop modal and local cart; §8.
test.use({ reducedMotion: "reduce" });

test.describe("on a phone", () => {
  test.use({ viewport: WINDOWS[0] });

  test("a product opens, is chosen and goes into the cart once", async ({ page }) => {
    await open(page, "/#/shop");
    await expect(page.getByRole("link", { name: "Harbour Light mug" })).toBeVisible();
    await page.getByRole("link", { name: "Lake Effect tee", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Lake Effect tee" });
    await expect(dialog.getByText("$38.00")).toBeVisible();
    await expect(page).toHaveURL(/#\/shop\/lake-effect-tee$/);
    await expectNothingWrongInBothWindows(page);
    await page.setViewportSize(WINDOWS[0]);
    await dialog.getByText("M", { exact: true }).click();
    await expect(dialog.getByRole("radio", { name: "Bone (Sold out)" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/#\/shop$/);

    await addToCart(page, "Harbour Light mug");
    await expect(cartButton(page, 1)).toBeVisible();
    await addToCart(page, "Harbour Light mug");
    await expect(page.getByText("Item already in cart!")).toBeVisible();
    await expect(cartButton(page, 1)).toBeVisible();
  });

  test("the cart counts, changes, survives a reload and empties", async ({ page, context }) => {
    await open(page, "/#/shop");
    await addToCart(page, "Harbour Light mug");
    await addToCart(page, "Pier tote");
    await page.reload();
    const other = await context.newPage();
    await open(other, "/");
    await expect(cartButton(other, 2)).toBeVisible();

    // A tab that is not in front draws once a second.
    await page.bringToFront();
    await cartButton(page, 2).click();
    const cart = page.getByRole("dialog", { name: "CART" });
    await expect(cart.getByText(/^Total: \$\d+\.\d\d CAD$/)).toBeVisible();
    await expectNothingWrong(page);
    await cart.getByRole("spinbutton", { name: /Pier tote/ }).fill("3");
    await page.keyboard.press("Tab");
    await expect(cartButton(other, 4)).toBeVisible();
    await cart.getByRole("button", { name: /^Remove Harbour Light mug/ }).click();
    await expect(cartButton(other, 3)).toBeVisible();
    await cart.getByRole("button", { name: /^Remove Pier tote/ }).click();
    await expect(cart.getByText("Nothing in here yet.")).toBeVisible();
    await expectNothingWrong(page);
    await cart.getByRole("button", { name: "No", exact: true }).click();
    await expect(cart).toBeHidden();
    await expect(cartButton(page, 0)).toBeFocused();
  });
});

test("the backdrop and Escape close the cart and the product", async ({ page }) => {
  await open(page, "/#/shop");
  await page.getByRole("link", { name: "Pier tote" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("link", { name: "Pier tote" }).click();
  await page.mouse.click(5, 400);
  await expect(page.getByRole("dialog")).toBeHidden();
  await cartButton(page, 0).click();
  await expect(page.getByRole("dialog", { name: "CART" })).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a product has an address of its own, with and without script", async ({ page, browser, gateway }) => {
  await open(page, "/shop/pier-tote");
  await expect(page.getByRole("dialog", { name: "Pier tote" })).toBeVisible();
  await expect(page).toHaveURL(/\/#\/shop\/pier-tote$/);
  await expect(page).toHaveTitle("Pier tote · Harbour Line");
  await expectNothingWrong(page);
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

test("products that cannot be fetched end the waiting without a message", async ({ page, noise }) => {
  noise.provoke(/request failed: .*graphql net::ERR_FAILED/, /net::ERR_FAILED .*graphql/, /TypeError: Failed to fetch/);
  await page.route("**/graphql*", (route) => route.abort());
  await open(page, "/#/shop");
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectNothingWrong(page);
  await page.unroute("**/graphql*");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("link", { name: "Pier tote" })).toBeVisible();
});

test("search engines are told what each product costs and whether it can be had", async ({
  page,
  request,
  gateway,
}) => {
  await page.goto("/shop/lake-effect-tee");
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const product = blocks.map((text) => JSON.parse(text)).find((block) => block["@type"] === "Product");
  expect(product).toMatchObject({ name: "Lake Effect tee" });
  expect(JSON.stringify(product)).toMatch(/"priceCurrency":"CAD"/);
  expect(JSON.stringify(product)).toMatch(/OutOfStock/);
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`${gateway.url}/shop/lake-effect-tee`);
  const image = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect((await request.get(image ?? "")).status()).toBe(200);
});
