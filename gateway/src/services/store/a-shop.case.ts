import type { CatalogueOverrides } from "./builtin/catalogue/a-catalogue.case.ts";
import type { TestStorefront } from "./builtin/storefront-api/wire.case.ts";

/** A shop that clients reach by `fetch` and `ask`, and the parts of it that tests use. */
export type TestShop = Pick<
  TestStorefront,
  "fetch" | "post" | "ask" | "variantId" | "catalogue" | "checkouts" | "orders"
> & {
  /** Address of the store itself and of its checkout. */
  url: string;
  accessToken: string;
};

/** Opens the shop behind the tested store, with these products. */
export type OpenShop = (overrides?: CatalogueOverrides) => Promise<TestShop>;
