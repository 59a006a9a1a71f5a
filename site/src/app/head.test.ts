import { aPicture, aSite } from "@porchlight/fixtures/pages.ts";
import { aShopProduct, aShopVariant } from "@porchlight/fixtures/shop-product.ts";
import type { ShopContent } from "@porchlight/protocol/content.ts";
import { expect, test } from "vitest";
import { createHead } from "./head.ts";

const about = {
  screen: "about",
  title: "About",
  description: "Who she is.",
  keywords: ["folk", "June"],
  bodyHtml: "",
} as const;
const content = { ...about, keywords: [...about.keywords] };

test("a screen's head has the screen, the artist and the canonical address", () => {
  expect(createHead(aSite(), content)).toMatchObject({
    title: "About · June Marlow",
    description: "Who she is.",
    keywords: "folk, June",
    canonical: "https://artist.example/about",
    noindex: false,
  });
});

test("structured data has the site, the artist and the breadcrumb trail", () => {
  const [website, artist, trail] = createHead(aSite(), content).structuredData;
  expect(website).toMatchObject({ "@type": "WebSite", url: "https://artist.example/", name: "June Marlow" });
  expect(artist).toMatchObject({ "@type": "Person", sameAs: ["https://instagram.example/june"] });
  expect(trail).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { position: 1, name: "Home", item: "https://artist.example/" },
      { position: 2, name: "About", item: "https://artist.example/about" },
      { position: 3, name: "Shop", item: "https://artist.example/shop" },
    ],
  });
  expect(createHead(aSite({ kind: "MusicGroup" }), content).structuredData[1]).toMatchObject({ "@type": "MusicGroup" });
});

test("the link preview is a picture of at most 1920 pixels, and without a picture there is no preview", () => {
  const shareImage = aPicture({
    name: "social",
    width: 3000,
    height: 1500,
    variants: [
      { suffix: "large", width: 1920 },
      { suffix: "hero", width: 2560 },
    ],
  });
  expect(createHead(aSite({ shareImage }), content).image).toEqual({
    url: "https://artist.example/optimized/social-large.jpg",
    width: 1920,
    height: 960,
    alt: "A lake at dusk",
  });
  const { shareImage: _, ...site } = aSite();
  expect(createHead(site, content).image).toBeUndefined();
});

test("the page of an unknown address is not indexed", () => {
  const head = createHead(aSite(), { screen: "not-found", title: "Page not found", description: "", keywords: [] });
  expect(head).toMatchObject({ noindex: true, structuredData: [] });
  expect(head.canonical).toBeUndefined();
});

const tee = aShopProduct({
  variants: [
    aShopVariant(),
    aShopVariant({ title: "M", sku: null, availableForSale: false, price: { amount: "40.00", currencyCode: "CAD" } }),
  ],
});
const aShop = (shown: Partial<ShopContent> = {}) => ({
  screen: "shop" as const,
  title: "Merchandise",
  description: "Shirts and records.",
  keywords: [],
  introductionHtml: "",
  currencyCode: "CAD",
  ...shown,
});

test("the shop has structured data for each product with its first price", () => {
  const mug = aShopProduct({ handle: "mug & cup", title: "Mug" });
  const head = createHead(aSite(), aShop({ products: [tee, mug] }));
  expect(head).toMatchObject({ title: "Merchandise · June Marlow", canonical: "https://artist.example/shop" });
  const offer = { "@type": "Offer", price: "38.00", priceCurrency: "CAD", availability: "https://schema.org/InStock" };
  expect(head.structuredData.at(-1)).toMatchObject({
    "@type": "ItemList",
    itemListElement: [
      { position: 1, item: { "@type": "Product", name: "Lake tee", sku: "TEE-S", offers: offer } },
      { position: 2, item: { name: "Mug", url: "https://artist.example/shop/mug%20%26%20cup" } },
    ],
  });
});

test("a product's page has its own title, description, address and picture, and an offer for each variant", () => {
  const head = createHead(aSite(), aShop({ products: [tee], handle: "tee" }));
  expect(head).toMatchObject({
    title: "Lake tee · June Marlow",
    description: "Soft, dark.",
    canonical: "https://artist.example/shop/tee",
    image: {
      url: "https://artist.example/optimized/store/tee-large_1024x1280.jpg?v=0a1b2c3d",
      width: 1024,
      height: 1280,
      alt: "A shirt on a line",
    },
  });
  expect(head.structuredData.at(-1)).toMatchObject({
    "@type": "Product",
    brand: { name: "June Marlow" },
    offers: [
      { name: "S", price: "38.00", sku: "TEE-S", availability: "https://schema.org/InStock" },
      { name: "M", price: "40.00", availability: "https://schema.org/OutOfStock" },
    ],
  });
});

test("a long description of a product is cut between two words", () => {
  const long = aShopProduct({ description: "Printed by hand on the dock. ".repeat(20) });
  const { description } = createHead(aSite(), aShop({ products: [long], handle: "tee" }));
  expect(description.length).toBeLessThanOrEqual(160);
  expect(description).toMatch(/\w…$/);
});

test("content without products has no products in its head", () => {
  const head = createHead(aSite(), aShop());
  expect(head.structuredData.map((data) => data["@type"])).toEqual(["WebSite", "Person", "BreadcrumbList"]);
});
