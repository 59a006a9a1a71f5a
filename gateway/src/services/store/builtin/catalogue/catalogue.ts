import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { StoreSettings } from "./store-settings.ts";
import type { MeasuredType, Unit } from "./units.ts";

/** A picture of the shop. */
export type CatalogueImage = {
  /** Numeric part of `gid://shopify/ProductImage/{n}`. */
  id: number;
  /** Path on this origin, `/optimized/store/shirt-hero.jpg?v=…`. */
  path: string;
  altText: string;
  width: number;
  height: number;
};

export type Variant = {
  /** Numeric part of `gid://shopify/ProductVariant/{n}`, made from the product and its options. */
  id: number;
  product: Product;
  /** Option values, "S / Ink"; "Default Title" if the product has no options. */
  title: string;
  selectedOptions: readonly { name: string; value: string }[];
  price: MinorUnits;
  compareAtPrice: MinorUnits | null;
  sku: string | null;
  barcode: string | null;
  /** Grams. */
  weight: number;
  /** False for a download or a ticket. */
  requiresShipping: boolean;
  taxable: boolean;
  /** Exception from the usual right to withdraw. */
  withdrawal: WithdrawalException | null;
  image: CatalogueImage | null;
  /** For a price per quantity, such as 100 ml; null for most goods. */
  unitPriceMeasurement: UnitPriceMeasurement | null;
  /** Stock in `products.yaml` after its last finished edit; null if not counted. `Stock` has the pieces left. */
  listedStock: number | null;
  /** Day of that count, ISO 8601. The same number with another day is a new count. */
  countedAt: string | null;
  /** Whether buyers can order it when no pieces are left, as with a pre-order. */
  sellsBeyondStock: boolean;
  /** Limit of pieces in one order; null for no limit. */
  perOrder: number | null;
};

/**
 * `none`: there is no right to withdraw, for example from goods made to order. `untilSent`: the right ends when a
 * download is sent, if the buyer agreed to that. Source: Directive 2011/83/EU, Article 16, points (c) and (m).
 */
export type WithdrawalException = "none" | "untilSent";

/** Source: shopify.dev, Storefront API, UnitPriceMeasurement. */
export type UnitPriceMeasurement = {
  measuredType: MeasuredType;
  quantityUnit: Unit;
  quantityValue: number;
  referenceUnit: Unit;
  referenceValue: number;
};

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
  /** Name of the release that it belongs to; null for most goods. */
  release: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  publishedAt: string;
  options: readonly { id: number; name: string; values: readonly string[] }[];
  images: readonly CatalogueImage[];
  /** At least one. */
  variants: readonly Variant[];
};

/** A group of products. Buyers can filter the shop by it. */
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

/** All goods on sale, from one reading of `content/store`. A snapshot never changes; a new reading is a new object. */
export interface CatalogueSnapshot {
  /** Changes with each reading that changed something. */
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
   * Products that a query finds, sorted; without a query, all products. The list is cached and must not be changed.
   * `isAvailable` comes from `Stock` and decides what `available_for_sale:` in the query finds.
   */
  listProducts(options: {
    query: string | null;
    sortKey: ProductSortKey;
    reverse: boolean;
    isAvailable: (variant: Variant) => boolean;
  }): readonly Product[];
  listCollections(options: {
    query: string | null;
    sortKey: "TITLE" | "UPDATED_AT" | "ID" | "RELEVANCE";
    reverse: boolean;
  }): readonly Collection[];
  /** At most ten other products. */
  recommendationsFor(product: Product): readonly Product[];
}

/** Policies of the Storefront API. */
export type PolicyName = "privacyPolicy" | "termsOfService" | "refundPolicy";

/** The catalogue of the owner's `content/store`. */
export interface Catalogue {
  /** The current snapshot. Checks the folder for changes, at most ten times a second. */
  current(): CatalogueSnapshot;
  /** The issue that keeps the last edit out of the snapshot; undefined if there is none. */
  problem(): string | undefined;
}

/** The title of a variant as people read it: "S / Ink"; empty if the product has only one variant. */
export function shownVariantTitle({ product, title }: Variant): string {
  return product.variants.length === 1 ? "" : title;
}
