import { expect, it } from "vitest";
import { aCatalogue } from "./catalogue/a-catalogue.case.ts";
import { shopProductsOf } from "./shop-products.ts";

const PUBLIC_URL = "https://artist.example";

it("pages show products in the owner's order, with decimal amounts and absolute picture addresses", () => {
  const { products, currencyCode } = shopProductsOf(aCatalogue().snapshot, { isAvailable: () => true }, PUBLIC_URL);
  expect(currencyCode).toBe("CAD");
  expect(products.map(({ handle }) => handle)).toEqual(["tee", "mug", "record"]);
  expect(products[2]).toMatchObject({
    variants: [{ price: { amount: "32.50" }, compareAtPrice: { amount: "36.00" } }],
  });
  const [tee] = products;
  expect(tee?.id).toMatch(/^gid:\/\/shopify\/Product\/\d+$/);
  expect(tee?.variants[1]).toMatchObject({
    title: "S / Bone",
    sku: "TEE-S-BONE",
    image: { url: "https://artist.example/optimized/store/tee-bone-hero.jpg?v=0a1b2c3d", altText: "A pale tee" },
  });
});

it("the Terms page gets the owner's words about returns", () => {
  const refundPolicy = {
    id: 1,
    handle: "refund-policy",
    title: "Returns",
    body: "<p>14 days</p>",
    path: "/terms#returns",
  };
  const shop = { policies: { privacyPolicy: null, termsOfService: null, refundPolicy } };
  const { returns } = shopProductsOf(aCatalogue({ shop }).snapshot, { isAvailable: () => true }, PUBLIC_URL);
  expect(returns).toEqual({ heading: "Returns", html: "<p>14 days</p>" });
});

it("a product is available as long as one of its variants is", () => {
  const { snapshot } = aCatalogue();
  const inStock = (titles: string[]) =>
    shopProductsOf(snapshot, { isAvailable: ({ title }) => titles.includes(title) }, PUBLIC_URL).products[0];
  expect(inStock(["M / Ink"])?.availableForSale).toBe(true);
  expect(inStock(["M / Ink"])?.variants.map(({ availableForSale }) => availableForSale)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(inStock([])?.availableForSale).toBe(false);
});
