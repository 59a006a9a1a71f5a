import { vi } from "vitest";
import type { ImageFieldsFragment, ProductFieldsFragment, VariantFieldsFragment } from "./generated.ts";
import { createStorefrontClient, type StorefrontClient } from "./storefront-client.ts";

export type Sent = { operation: string; variables: Record<string, unknown>; url: string; headers: Headers };

/** Fakes a Storefront endpoint and collects the requests. */
export function storeAnswers(answer: (sent: Sent) => unknown): Sent[] {
  const sent: Sent[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (String(input) === "/config.json") return Response.json(CONFIG);
    const { query, variables } = JSON.parse(String(init?.body));
    const operation = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
    const one = { operation, variables, url: String(input), headers: new Headers(init?.headers) };
    sent.push(one);
    return Response.json(await answer(one));
  });
  return sent;
}

const CONFIG = { storefront: { domain: "localhost", accessToken: "public", apiVersion: "2022-10" } };

export function aClient(): StorefrontClient {
  return createStorefrontClient({ domain: "shop.example", storefrontAccessToken: "public", apiVersion: "2023-10" });
}

/** A page of a connection. Its cursors are the indexes of the items. */
export function aPage<Item>(items: Item[], hasNextPage = false) {
  return { pageInfo: { hasNextPage }, edges: items.map((node, place) => ({ cursor: `c${place}`, node })) };
}

/** A prepared picture of our own gateway. */
export function anImage(overrides: Partial<ImageFieldsFragment> = {}): ImageFieldsFragment {
  return {
    id: "gid://shopify/ProductImage/1",
    src: "https://artist.example/optimized/store/tee-large.jpg?v=0a1b2c3d",
    altText: "A shirt on a line",
    width: 2400,
    height: 3000,
    ...overrides,
  };
}

/** A variant on sale. */
export function aVariant(overrides: Partial<VariantFieldsFragment> = {}): VariantFieldsFragment {
  return {
    id: "gid://shopify/ProductVariant/11",
    title: "S",
    price: { amount: "38.00", currencyCode: "CAD" },
    weight: 200,
    available: true,
    sku: "TEE-S",
    compareAtPrice: null,
    image: null,
    selectedOptions: [{ name: "Size", value: "S" }],
    unitPrice: null,
    unitPriceMeasurement: null,
    ...overrides,
  };
}

/** A product with one variant and one picture. */
export function aWireProduct(overrides: Partial<ProductFieldsFragment> = {}): ProductFieldsFragment {
  return {
    id: "gid://shopify/Product/1",
    availableForSale: true,
    createdAt: "2026-05-01T00:00:00Z",
    updatedAt: "2026-05-01T00:00:00Z",
    descriptionHtml: "<p>Soft, dark.</p>",
    description: "Soft, dark.",
    handle: "tee",
    productType: "T-shirt",
    title: "Lake tee",
    vendor: "June Marlow",
    publishedAt: "2026-05-01T00:00:00Z",
    onlineStoreUrl: null,
    options: [{ name: "Size", values: ["S"] }],
    images: aPage([anImage()]),
    variants: aPage([aVariant()]),
    ...overrides,
  };
}
