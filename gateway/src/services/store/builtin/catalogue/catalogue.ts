import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { StoreSettings } from "./store-settings.ts";
import type { Measured, Unit } from "./units.ts";

/** A picture of the shop by its prepared original, `store/shirt`. Addresses are made where they leave the process. */
export type CatalogueImage = {
  /** Numeric part of `gid://shopify/ProductImage/{n}`. */
  id: number;
  /** Path of the file on this origin, `/optimized/store/shirt-hero.jpg?v=…`. */
  path: string;
  altText: string;
  width: number;
  height: number;
};

/** Something that can be put into a cart. */
export type Variant = {
  /** Numeric part of `gid://shopify/ProductVariant/{n}`. The same for the same product and options on every machine. */
  id: number;
  product: Product;
  /** Option values joined, "S / Ink"; "Default Title" where the product has no options. */
  title: string;
  selectedOptions: readonly { name: string; value: string }[];
  price: MinorUnits;
  compareAtPrice: MinorUnits | null;
  sku: string | null;
  barcode: string | null;
  /** Grams. */
  weight: number;
  /** Whether it has to be sent; a download or a ticket has not. */
  requiresShipping: boolean;
  taxable: boolean;
  /** Why the right to withdraw is not the usual one, as `products.yaml` says; null where it is. */
  withdrawal: WithdrawalException | null;
  image: CatalogueImage | null;
  /** Price for a quantity that goods are compared by, such as 100 ml; null for nearly everything. */
  unitPriceMeasurement: UnitPriceMeasurement | null;
  /**
   * Pieces that the owner's file named when it had last stood still; null when they are not counted. What is left is
   * known to `Stock` alone.
   */
  listedStock: number | null;
  /** The day that stood beside that number, ISO 8601: the same number with another day counts anew. */
  countedAt: string | null;
  /** Whether it may be sold beyond what is there, as on a pre-order. */
  sellsBeyondStock: boolean;
  /** Most pieces that one order can have; null where it can have any number. */
  perOrder: number | null;
};

/**
 * `none`: there is no right to withdraw, as from goods made to one buyer's wishes. `untilSent`: it ends when a download is
 * sent, if its buyer agreed to that. Source: Directive 2011/83/EU, Article 16, points (c) and (m).
 */
export type WithdrawalException = "none" | "untilSent";

/** Source: shopify.dev, Storefront API, UnitPriceMeasurement. */
export type UnitPriceMeasurement = {
  measuredType: Measured;
  quantityUnit: Unit;
  quantityValue: number;
  referenceUnit: Unit;
  referenceValue: number;
};

/** A product of the owner's file. */
export type Product = {
  /** Numeric part of `gid://shopify/Product/{n}`. */
  id: number;
  handle: string;
  title: string;
  description: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: readonly string[];
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  publishedAt: string;
  options: readonly { id: number; name: string; values: readonly string[] }[];
  images: readonly CatalogueImage[];
  /** At least one. */
  variants: readonly Variant[];
};

/** A group of products with a page of its own in the hosted shop; here it orders and filters. */
export type Collection = {
  /** Numeric part of `gid://shopify/Collection/{n}`. */
  id: number;
  handle: string;
  title: string;
  description: string;
  descriptionHtml: string;
  updatedAt: string;
  image: CatalogueImage | null;
  products: readonly Product[];
};

/** A policy that the shop names. */
export type Policy = { id: number; handle: string; title: string; body: string; path: string };

/** Sort keys of products. Source: shopify.dev, Storefront API, ProductSortKeys. */
export type ProductSortKey =
  | "TITLE"
  | "PRODUCT_TYPE"
  | "VENDOR"
  | "UPDATED_AT"
  | "CREATED_AT"
  | "BEST_SELLING"
  | "PRICE"
  | "ID"
  | "RELEVANCE";

/** What is on sale as of one reading of the owner's folder. It never changes; a new reading is a new object. */
export interface CatalogueSnapshot {
  /** Different for each reading. */
  readonly version: string;
  readonly settings: StoreSettings;
  readonly shop: { name: string; description: string; policies: Readonly<Record<PolicyName, Policy | null>> };
  /** In the order of the owner's file. */
  readonly products: readonly Product[];
  readonly collections: readonly Collection[];
  productById(id: number): Product | undefined;
  productByHandle(handle: string): Product | undefined;
  variantById(id: number): Variant | undefined;
  collectionById(id: number): Collection | undefined;
  collectionByHandle(handle: string): Collection | undefined;
  /**
   * All products that a search finds, sorted; without a query all of them. The list is kept, not to be changed.
   * `isAvailable` answers `available_for_sale:` in a search, as only `Stock` can.
   */
  listProducts(asked: {
    query: string | null;
    sortKey: ProductSortKey;
    reverse: boolean;
    isAvailable: (variant: Variant) => boolean;
  }): readonly Product[];
  listCollections(asked: {
    query: string | null;
    sortKey: "TITLE" | "UPDATED_AT" | "ID" | "RELEVANCE";
    reverse: boolean;
  }): readonly Collection[];
  /** Products that go with one: at most ten, never itself. */
  recommendationsFor(product: Product): readonly Product[];
}

/** Policies that a Storefront client asks for. */
export type PolicyName = "privacyPolicy" | "termsOfService" | "refundPolicy";

/** The catalogue of the owner's `content/store`. */
export interface Catalogue {
  /** What holds now. Looks whether the folder has changed, not more often than is cheap. */
  current(): CatalogueSnapshot;
  /** What is wrong with the last edit, while the catalogue of before stays; undefined when nothing is. */
  trouble(): string | undefined;
}
