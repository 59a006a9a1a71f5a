/** The shop in finished pages. The browser fetches the same data from the Storefront API. */
import type { Money } from "./money.ts";

/**
 * A picture of a product. If a client adds `_{width}x{height}` before the extension of `url`, it gets the smallest size
 * that covers this box.
 */
export type ShopImage = { url: string; altText: string; width: number; height: number };

export type ShopVariant = {
  /** `gid://shopify/ProductVariant/{n}`. */
  id: string;
  title: string;
  price: Money;
  compareAtPrice: Money | null;
  availableForSale: boolean;
  sku: string | null;
  selectedOptions: { name: string; value: string }[];
  image: ShopImage | null;
};

export type ShopProduct = {
  /** `gid://shopify/Product/{n}`. */
  id: string;
  handle: string;
  title: string;
  /** Plain text. */
  description: string;
  /** Safe HTML: the gateway makes it from the owner's Markdown, or sanitises a hosted shop's HTML. */
  descriptionHtml: string;
  productType: string;
  vendor: string;
  availableForSale: boolean;
  options: { name: string; values: string[] }[];
  images: ShopImage[];
  /** At least one. */
  variants: ShopVariant[];
};

/** Whether prices include taxes; a hosted shop does not say. */
export type PriceTaxes = "included" | "unknown";

/** The owner's words about returns: a section at the end of the Terms page. */
export type ReturnsSection = { heading: string; html: string };

/**
 * All products on sale, in the order of the shop screen. `asOf` is the ISO time of a cached list while a hosted shop
 * cannot be reached. `taxes` is absent where the checkout adds them.
 */
export type ShopProducts = {
  products: ShopProduct[];
  currencyCode: string;
  asOf?: string;
  taxes?: PriceTaxes;
  /** Absent without such words, and for a hosted shop, which shows its own at its checkout. */
  returns?: ReturnsSection;
  /** Names of the releases that products belong to, by the product's handle. */
  releases?: ReadonlyMap<string, string>;
};
