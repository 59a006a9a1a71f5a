import type { Page } from "@playwright/test";
import { addToCart } from "../../support/shop.ts";
import { expect } from "../../support/test.ts";
import { open } from "../../support/visitor.ts";
import { holdAlerts, never, type Screen, type State } from "../state.ts";

const STORE = "**/graphql*";

/** A list as the wire has it. */
type Edges<Node> = { edges: { cursor: string; node: Node }[] };
/** The fields of a product that matter here. */
type Listed = { id: string; handle: string; title: string; variants: Edges<{ available: boolean }> };

/** Replaces the gateway's products. @param replace returns the products that replace one product */
async function routeProducts(page: Page, replace: (product: Listed, place: number) => Listed[]): Promise<void> {
  await page.route(STORE, async (route) => {
    const response = await route.fetch();
    // Only the response to the product list has `products`.
    const body = (await response.json()) as { data: { products?: Edges<Listed> } };
    const { products } = body.data;
    if (products) {
      products.edges = products.edges.flatMap(({ cursor, node }, at) =>
        replace(node, at).map((other) => ({ cursor, node: other })),
      );
    }
    await route.fulfill({ response, json: body });
  });
}

const soldOut = (product: Listed): Listed => ({
  ...product,
  variants: {
    ...product.variants,
    edges: product.variants.edges.map(({ cursor, node }) => ({ cursor, node: { ...node, available: false } })),
  },
});

const LONG_TITLES = [
  "The Keeper’s Daughter commemorative lighthouse-lamp enamel pin, set of five",
  "Donaudampfschifffahrtsgesellschaftskapitänsmütze",
];

/** The dialog of one product. */
const product = (name: string, handle: string): State => ({
  name,
  async arrange({ page }) {
    await open(page, `/shop/${handle}`);
    await expect(page.getByRole("dialog")).toBeVisible();
  },
});

/** The shop and the product dialog. */
export const SHOP: Screen = {
  name: "Shop",
  states: [
    {
      name: "loading",
      async arrange({ page }) {
        await page.route(STORE, never);
        await open(page, "/#/shop");
        await expect(page.getByRole("main").getByRole("status").filter({ hasText: /\S/ })).toBeVisible();
      },
    },
    { name: "filled", isMain: true, arrange: ({ page }) => open(page, "/shop") },
    {
      name: "nothing for sale",
      async arrange({ page }) {
        await routeProducts(page, () => []);
        await open(page, "/#/shop");
        await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeVisible();
      },
    },
    {
      name: "one product",
      async arrange({ page }) {
        await routeProducts(page, (product, at) => (at === 0 ? [product] : []));
        await open(page, "/#/shop");
        await expect(page.getByRole("link", { name: "Lake Effect tee", exact: true })).toBeVisible();
      },
    },
    {
      name: "forty products",
      async arrange({ page }) {
        // The demo's ten products, four times each.
        await routeProducts(page, (product) =>
          Array.from({ length: 4 }, (_, copy) => ({
            ...product,
            id: `${product.id}${copy}`,
            handle: `${product.handle}-${copy + 1}`,
            title: `${product.title} ${copy + 1}`,
          })),
        );
        await open(page, "/#/shop");
        await expect(page.getByRole("main").getByRole("link", { name: / [1-4]$/ })).toHaveCount(40);
      },
    },
    {
      name: "long titles, one sold out",
      async arrange({ page }) {
        await routeProducts(page, (product, at) => {
          const titled = { ...product, title: LONG_TITLES[at] ?? product.title };
          return [at === 2 ? soldOut(titled) : titled];
        });
        await open(page, "/#/shop");
        await expect(page.getByRole("link", { name: "Pier tote" })).toBeVisible();
      },
    },
    {
      name: "cannot be reached",
      async arrange({ page }) {
        await page.route(STORE, (route) => route.abort());
        await open(page, "/#/shop");
        await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
      },
    },
    product("product with options, one sold out", "lake-effect-tee"),
    product("product with one variant", "harbour-light-mug"),
    {
      name: "product that is sold out",
      async arrange({ page }) {
        await routeProducts(page, (product) => [soldOut(product)]);
        await open(page, "/#/shop/pier-tote");
        await expect(page.getByRole("dialog").getByRole("button", { name: "Add To Cart" })).toBeDisabled();
      },
    },
    {
      name: "added to the cart",
      async arrange({ page }) {
        await holdAlerts(page);
        await open(page, "/#/shop");
        await addToCart(page, "Pier tote");
        await expect(page.getByText("Pier tote is in your cart.")).toBeVisible();
      },
    },
    {
      name: "in the cart already",
      async arrange({ page }) {
        await holdAlerts(page);
        await open(page, "/#/shop");
        await addToCart(page, "Pier tote");
        await addToCart(page, "Pier tote");
        await expect(page.getByText("Item already in cart!")).toBeVisible();
      },
    },
  ],
};
