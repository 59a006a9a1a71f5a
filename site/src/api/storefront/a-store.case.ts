import { vi } from "vitest";
import type { ImageFieldsFragment, ProductFieldsFragment, VariantFieldsFragment } from "./generated.ts";
import { createStorefrontClient, type StorefrontClient } from "./storefront-client.ts";

/** What was sent: the operation's name, its variables, and the request itself. */
export type Sent = { operation: string; variables: Record<string, unknown>; url: string; headers: Headers };

/** Answers the network as a Storefront endpoint does, and keeps what was sent. */
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

/** A client of a store on another host. */
export function aClient(): StorefrontClient {
  return createStorefrontClient({ domain: "shop.example", storefrontAccessToken: "public", apiVersion: "2023-10" });
}

/** A page of a connection as the wire has it; its cursors are the items' places. */
export function aPage<Item>(items: Item[], hasNextPage = false) {
  return { pageInfo: { hasNextPage }, edges: items.map((node, place) => ({ cursor: `c${place}`, node })) };
}

/** A picture that our own gateway has prepared. */
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

/** A variant that can be bought. */
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

/** A product of one variant and one picture. */
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
