import type { Page } from "@playwright/test";
import { queryStore } from "../../support/shop.ts";
import { expect } from "../../support/test.ts";
import { open } from "../../support/visitor.ts";
import type { Screen } from "../state.ts";

/** A product as the cart stores it. */
type Product = { id: string; title: string; variants: { id: string; title: string }[]; images: { src: string }[] };
type Line = { product: Product; variantId: string; quantity: number };

const PRODUCTS = `{ products(first: 20, sortKey: TITLE) { nodes {
  id handle title
  images(first: 1) { nodes { src: url } }
  variants(first: 50) { nodes { id title price { amount currencyCode } selectedOptions { name value } } }
} } }`;

/** Products of the shop, by title. */
async function products(page: Page): Promise<Product[]> {
  type Nodes<Node> = { nodes: Node[] };
  type Listed = Omit<Product, "variants" | "images"> & {
    variants: Nodes<Product["variants"][number]>;
    images: Nodes<Product["images"][number]>;
  };
  const response = await queryStore<{ products: Nodes<Listed> }>(page.request, PRODUCTS);
  return response.products.nodes.map(({ variants, images, ...others }) => ({
    ...others,
    variants: variants.nodes,
    images: images.nodes,
  }));
}

const lineOf = (product: Product, quantity = 1): Line => ({
  product,
  // A product without variants cannot be bought, and the shop has none.
  variantId: product.variants[0]?.id ?? "",
  quantity,
});

/** Opens the shop with these lines in the cart from an earlier visit, then opens the cart. */
async function openCart(page: Page, choose: (shop: Product[]) => Line[]): Promise<void> {
  const lines = choose(await products(page));
  await page.addInitScript(
    (stored) => localStorage.setItem("cart", stored),
    JSON.stringify(lines.map((line) => JSON.stringify(line))),
  );
  await open(page, "/#/shop");
  await expect(page.getByRole("link", { name: "Pier tote" })).toBeVisible();
  await page.getByRole("button", { name: /^Cart, / }).click();
  await expect(page.getByRole("dialog", { name: "CART" })).toBeVisible();
}

const titled = (title: string) => (product: Product) => product.title === title;

/** The cart dialog. */
export const CART: Screen = {
  name: "Cart",
  states: [
    {
      name: "empty",
      async arrange({ page }) {
        await openCart(page, () => []);
        await expect(page.getByText("Nothing in here yet.")).toBeVisible();
      },
    },
    {
      name: "two lines",
      async arrange({ page }) {
        await openCart(page, (shop) => [
          ...shop.filter(titled("Lake Effect tee")).map((product) => lineOf(product)),
          ...shop.filter(titled("Pier tote")).map((product) => lineOf(product, 2)),
        ]);
        await expect(page.getByRole("button", { name: "Checkout" })).toBeEnabled();
      },
    },
    {
      name: "many lines, long names",
      async arrange({ page }) {
        await openCart(page, (shop) =>
          shop.map((product, at) =>
            lineOf(
              at % 3 === 1
                ? { ...product, title: `${product.title} ${"of the Keeper’s Daughter ".repeat(3)}` }
                : product,
            ),
          ),
        );
        await expect(page.getByRole("button", { name: "Checkout" })).toBeEnabled();
      },
    },
    {
      name: "more than in stock",
      async arrange({ page }) {
        await openCart(page, (shop) => shop.filter(titled("Lake Effect tee")).map((product) => lineOf(product, 99)));
        await expect(page.getByRole("dialog").locator('[data-note="too-many"]')).toBeVisible();
      },
    },
  ],
};
