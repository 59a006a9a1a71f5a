/** What finished pages show of the shop. The browser asks for the same again through the Storefront API. */
import type { Money } from "./money.ts";

/**
 * A picture of a product. `url` is absolute and also answers with `_{width}x{height}` before its ending, if it has one,
 * by which the smallest prepared size that covers the box is had.
 */
export type ShopImage = { url: string; altText: string; width: number; height: number };

/** A variant as the shop screen and structured data show it. */
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

/** A product as the shop screen shows it. */
export type ShopProduct = {
  /** `gid://shopify/Product/{n}`. */
  id: string;
  handle: string;
  title: string;
  /** Plain text. */
  description: string;
  /**
   * The gateway made it from the owner's Markdown, where raw HTML was escaped; or from a hosted shop's own, of which it
   * left what is safe to show.
   */
  descriptionHtml: string;
  productType: string;
  vendor: string;
  availableForSale: boolean;
  options: { name: string; values: string[] }[];
  images: ShopImage[];
  /** At least one. */
  variants: ShopVariant[];
};

/** Prices that include taxes, and those of a hosted shop, which does not say whether they do. */
export type PriceTaxes = "included" | "unknown";

/**
 * Everything on sale, in the order of the shop screen. `asOf`, an ISO time, is there while a hosted shop cannot be asked:
 * then this is the list that it gave last. `taxes` is absent where they are added at the checkout.
 */
export type ShopProducts = { products: ShopProduct[]; currencyCode: string; asOf?: string; taxes?: PriceTaxes };
