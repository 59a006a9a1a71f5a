import { createRequire } from "node:module";
import type { TestStorefront } from "./wire.case.ts";
import { ACCESS_TOKEN } from "./wire.case.ts";

type Money = { amount: string; currencyCode: string };
type Model = { id: string };
type BuyProduct = Model & {
  handle: string;
  title: string;
  images: (Model & { src: string; altText: string })[];
  variants: BuyVariant[];
};
type BuyVariant = Model & { title: string; price: Money; available: boolean };
type BuyCollection = Model & { handle: string; products: BuyProduct[] };
export type BuyUserError = { field: string[]; message: string; code?: string };
type BuyCheckout = Model & {
  webUrl: string;
  email: string | null;
  note: string | null;
  completedAt: string | null;
  orderStatusUrl: string | null;
  order: { orderNumber: number; lineItems: { title: string; quantity: number }[] } | null;
  lineItems: (Model & { title: string; quantity: number; variant: Model | null; discountAllocations: unknown[] })[];
  discountApplications: { code: string; applicable: boolean; value: Partial<Money> & { percentage?: number } }[];
  appliedGiftCards: (Model & { lastCharacters: string; amountUsed: Money; balance: Money })[];
  customAttributes: { key: string; value: string }[];
  shippingAddress: Record<string, string | string[] | null> | null;
  lineItemsSubtotalPrice: Money;
  subtotalPrice: Money;
  totalPrice: Money;
  totalTax: Money;
  paymentDue: Money;
  userErrors?: BuyUserError[];
};

type LineInput = { variantId: string; quantity: number; customAttributes?: { key: string; value: string }[] };

/** The part of the client that tests use; the package has no types. */
type BuyClient = {
  product: {
    fetchAll(first?: number): Promise<BuyProduct[]>;
    fetch(id: string): Promise<BuyProduct | null>;
    fetchMultiple(ids: string[]): Promise<(BuyProduct | null)[]>;
    fetchByHandle(handle: string): Promise<BuyProduct | null>;
    fetchQuery(query: { first?: number; query?: string; sortKey?: string; reverse?: boolean }): Promise<BuyProduct[]>;
    fetchRecommendations(id: string): Promise<BuyProduct[]>;
  };
  collection: {
    fetchAll(first?: number): Promise<BuyCollection[]>;
    fetchAllWithProducts(options?: { first?: number; productsFirst?: number }): Promise<BuyCollection[]>;
    fetch(id: string): Promise<BuyCollection | null>;
    fetchWithProducts(id: string, options?: { productsFirst?: number }): Promise<BuyCollection>;
    fetchByHandle(handle: string): Promise<BuyCollection | null>;
    fetchQuery(query: { first?: number; query?: string; sortKey?: string }): Promise<BuyCollection[]>;
  };
  shop: {
    fetchInfo(): Promise<{ name: string; moneyFormat: string; primaryDomain: { host: string; sslEnabled: boolean } }>;
    fetchPolicies(): Promise<{ privacyPolicy: { title: string; url: string } | null; refundPolicy: unknown }>;
  };
  checkout: {
    fetch(id: string): Promise<BuyCheckout | null>;
    create(input?: {
      email?: string;
      note?: string;
      lineItems?: LineInput[];
      shippingAddress?: Record<string, string>;
    }): Promise<BuyCheckout>;
    updateAttributes(id: string, input: object): Promise<BuyCheckout>;
    updateEmail(id: string, email: string): Promise<BuyCheckout>;
    addLineItems(id: string, lines: LineInput[]): Promise<BuyCheckout>;
    removeLineItems(id: string, ids: string[]): Promise<BuyCheckout>;
    replaceLineItems(id: string, lines: LineInput[]): Promise<BuyCheckout>;
    updateLineItems(id: string, lines: { id: string; quantity: number }[]): Promise<BuyCheckout>;
    addDiscount(id: string, code: string): Promise<BuyCheckout>;
    removeDiscount(id: string): Promise<BuyCheckout>;
    addGiftCards(id: string, codes: string[]): Promise<BuyCheckout>;
    removeGiftCard(id: string, giftCardId: string): Promise<BuyCheckout>;
    updateShippingAddress(id: string, address: Record<string, string>): Promise<BuyCheckout>;
  };
  fetchNextPage(models: BuyProduct[]): Promise<{ model: BuyProduct[] }>;
};

type BuyPackage = {
  buildClient(
    config: { domain: string; storefrontAccessToken: string },
    fetch: (url: string, init?: RequestInit) => Promise<Pick<Response, "json">>,
  ): BuyClient;
};

/** The unmodified `shopify-buy`. Its requests to `https://{domain}` go to the store of the test. */
export function aBuyClient({
  fetch,
  accessToken = ACCESS_TOKEN,
}: Pick<TestStorefront, "fetch"> & { accessToken?: string }): BuyClient {
  return buyPackage().buildClient({ domain: "shop.test", storefrontAccessToken: accessToken }, fetch);
}

type BuyDocument = { call: string; query: string; variables: unknown };

/** Makes the client send each of its documents once, and collects them. */
export async function buyDocuments(): Promise<BuyDocument[]> {
  const documents: BuyDocument[] = [];
  let call = "";
  const client = buyPackage().buildClient({ domain: "shop.test", storefrontAccessToken: "-" }, async (_, init) => {
    documents.push({ call, ...JSON.parse(String(init?.body)) });
    return { json: async () => ({ errors: [{ message: "not answered" }] }) };
  });
  const { product, collection, shop, checkout } = client;
  const calls: Record<string, () => Promise<unknown>> = {
    "product.fetchAll": () => product.fetchAll(),
    "product.fetch": () => product.fetch("id"),
    "product.fetchMultiple": () => product.fetchMultiple(["id"]),
    "product.fetchByHandle": () => product.fetchByHandle("tee"),
    "product.fetchQuery": () => product.fetchQuery({ query: "tee", sortKey: "TITLE", reverse: true }),
    "product.fetchRecommendations": () => product.fetchRecommendations("id"),
    "collection.fetchAll": () => collection.fetchAll(),
    "collection.fetchAllWithProducts": () => collection.fetchAllWithProducts(),
    "collection.fetch": () => collection.fetch("id"),
    "collection.fetchWithProducts": () => collection.fetchWithProducts("id"),
    "collection.fetchByHandle": () => collection.fetchByHandle("wear"),
    "collection.fetchQuery": () => collection.fetchQuery({ query: "wear", sortKey: "TITLE" }),
    "shop.fetchInfo": () => shop.fetchInfo(),
    "shop.fetchPolicies": () => shop.fetchPolicies(),
    "checkout.fetch": () => checkout.fetch("id"),
    "checkout.create": () => checkout.create({}),
    "checkout.updateAttributes": () => checkout.updateAttributes("id", {}),
    "checkout.updateEmail": () => checkout.updateEmail("id", "ann@example.com"),
    "checkout.addLineItems": () => checkout.addLineItems("id", []),
    "checkout.removeLineItems": () => checkout.removeLineItems("id", []),
    "checkout.replaceLineItems": () => checkout.replaceLineItems("id", []),
    "checkout.updateLineItems": () => checkout.updateLineItems("id", []),
    "checkout.addDiscount": () => checkout.addDiscount("id", "CODE"),
    "checkout.removeDiscount": () => checkout.removeDiscount("id"),
    "checkout.addGiftCards": () => checkout.addGiftCards("id", ["CODE"]),
    "checkout.removeGiftCard": () => checkout.removeGiftCard("id", "id"),
    "checkout.updateShippingAddress": () => checkout.updateShippingAddress("id", {}),
  };
  for (const [name, send] of Object.entries(calls)) {
    call = name;
    await send().catch(() => undefined);
  }
  return documents;
}

function buyPackage(): BuyPackage {
  // The cast holds: the package is CommonJS without types, and the types above follow its documentation.
  return createRequire(import.meta.url)("shopify-buy") as BuyPackage;
}

/** Turns the client's models into plain values. */
export function plain<Value>(value: Value): Value {
  // The cast holds: each branch returns the same value without the client's wrapping.
  return unwrapped(value) as Value;
}

function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (typeof value !== "object" || value === null) return value;
  // A model has its fields in `attrs`. A scalar has a value beside its type; an enum value has a key.
  if ("attrs" in value) return fieldsOf(value.attrs ?? {});
  if ("type" in value && "value" in value) return unwrapped(value.value);
  if ("type" in value && "key" in value) return value.key;
  return fieldsOf(value);
}

function fieldsOf(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unwrapped(part)]));
}
