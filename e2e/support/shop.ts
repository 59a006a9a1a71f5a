import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Opens a product, chooses options, adds it to the cart, and waits until the product's dialog closes. */
export async function addToCart(page: Page, product: string, options: string[] = []): Promise<void> {
  await page.getByRole("link", { name: product, exact: true }).click();
  const dialog = page.getByRole("dialog");
  for (const option of options) await dialog.getByRole("radio", { name: option, exact: true }).check({ force: true });
  await dialog.getByRole("button", { name: "Add To Cart" }).click();
  await expect(dialog).toBeHidden();
}

/** The button that opens the cart, which names the number of pieces. */
export const cartButton = (page: Page, pieces: number) =>
  page.getByRole("button", { name: `Cart, ${pieces} item${pieces === 1 ? "" : "s"}` });

/** Sends a query to the Storefront API. */
export async function queryStore<Data>(request: APIRequestContext, query: string): Promise<Data> {
  const { storefront } = await (await request.get("/config.json")).json();
  const response = await request.post("/api/2022-10/graphql.json", {
    headers: { "X-Shopify-Storefront-Access-Token": storefront.accessToken },
    data: { query },
  });
  const { data, errors } = await response.json();
  expect(errors).toBeUndefined();
  return data as Data;
}

/** Creates a cart with one variant. @returns the address of its checkout */
export async function aCheckout(
  request: APIRequestContext,
  { handle, variant, quantity = 1 }: { handle: string; variant?: string; quantity?: number },
): Promise<string> {
  const { productByHandle } = await queryStore<{
    productByHandle: { variants: { nodes: { id: string; title: string }[] } };
  }>(request, `{ productByHandle(handle: "${handle}") { variants(first: 50) { nodes { id title } } } }`);
  const { nodes } = productByHandle.variants;
  const { id } = nodes.find(({ title }) => variant === undefined || title === variant) ?? { id: "" };
  const { cartCreate } = await queryStore<{ cartCreate: { cart: { checkoutUrl: string }; userErrors: object[] } }>(
    request,
    `mutation { cartCreate(input: { lines: [{ merchandiseId: "${id}", quantity: ${quantity} }] }) {
      cart { checkoutUrl } userErrors { message } } }`,
  );
  expect(cartCreate.userErrors).toEqual([]);
  return cartCreate.cart.checkoutUrl;
}

/** Fills in the first step of a checkout with a Canadian address. */
export async function fillAddress(page: Page, email = "ann@example.com"): Promise<void> {
  // The shop's footer has a field of the same name. Wait until the checkout replaces it.
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
