import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Adds a product to the cart by its window, choosing these options, and waits until the shop says so. */
export async function addToCart(page: Page, product: string, options: string[] = []): Promise<void> {
  await page.getByRole("link", { name: product, exact: true }).click();
  const dialog = page.getByRole("dialog");
  for (const option of options) await dialog.getByRole("radio", { name: option, exact: true }).check({ force: true });
  await dialog.getByRole("button", { name: "Add To Cart" }).click();
  await expect(dialog).toBeHidden();
}

/** The button that opens the cart, by how many pieces it says are in it. */
export const cartButton = (page: Page, pieces: number) =>
  page.getByRole("button", { name: `Cart, ${pieces} item${pieces === 1 ? "" : "s"}` });

/** Asks the store's endpoint as a client would. */
export async function askStore<Data>(request: APIRequestContext, query: string): Promise<Data> {
  const { storefront } = await (await request.get("/config.json")).json();
  const answer = await request.post("/api/2022-10/graphql.json", {
    headers: { "X-Shopify-Storefront-Access-Token": storefront.accessToken },
    data: { query },
  });
  const { data, errors } = await answer.json();
  expect(errors).toBeUndefined();
  return data as Data;
}

/** Makes a cart with some pieces of one variant and answers with the address of its checkout. */
export async function aCheckout(
  request: APIRequestContext,
  { handle, variant, quantity = 1 }: { handle: string; variant?: string; quantity?: number },
): Promise<string> {
  const { productByHandle } = await askStore<{
    productByHandle: { variants: { nodes: { id: string; title: string }[] } };
  }>(request, `{ productByHandle(handle: "${handle}") { variants(first: 50) { nodes { id title } } } }`);
  const { nodes } = productByHandle.variants;
  const { id } = nodes.find(({ title }) => variant === undefined || title === variant) ?? { id: "" };
  const { cartCreate } = await askStore<{ cartCreate: { cart: { checkoutUrl: string }; userErrors: object[] } }>(
    request,
    `mutation { cartCreate(input: { lines: [{ merchandiseId: "${id}", quantity: ${quantity} }] }) {
      cart { checkoutUrl } userErrors { message } } }`,
  );
  expect(cartCreate.userErrors).toEqual([]);
  return cartCreate.cart.checkoutUrl;
}

/** Fills in the first step of a checkout for a parcel within Canada. */
export async function fillAddress(page: Page, email = "ann@example.com"): Promise<void> {
  // The shop's footer has such a field as well, until the checkout is there.
  await page.getByRole("heading", { name: "Contact", level: 1 }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("radio", { name: /Send it to me/ }).check({ force: true });
  await page.getByLabel(/First name/).fill("Ann");
  await page.getByLabel("Last name").fill("O’Neill-Łuka");
  await page.getByLabel("Street and number").fill("12 Pier Road");
  await page.getByLabel("Town or city").fill("Port Dover");
  await page.getByLabel("Province or state").fill("Ontario");
  await page.getByLabel("Postal code").fill("N0A 1N1");
}
