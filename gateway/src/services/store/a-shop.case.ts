import type { CatalogueOverrides } from "./builtin/catalogue/a-catalogue.case.ts";
import type { TestStorefront } from "./builtin/storefront-api/wire.case.ts";

/** A shop that clients reach by `fetch` and `ask`; the rest is what a test has to know of what is in it. */
export type TestShop = Pick<
  TestStorefront,
  "fetch" | "post" | "ask" | "variantId" | "catalogue" | "checkouts" | "orders"
> & {
  /** Where the store itself is, and its checkout. */
  url: string;
  /** What its clients send. */
  accessToken: string;
};

/** Opens a shop with these products behind the store that is tested. */
export type OpenShop = (overrides?: CatalogueOverrides) => Promise<TestShop>;
