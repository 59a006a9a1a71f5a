import type { ShopImage, ShopProduct, ShopProducts, ShopVariant } from "@porchlight/protocol/shop.ts";
import * as v from "valibot";
import { type PictureAddress, withPictures } from "./shop-pictures.ts";

/** Maximum number of items of a page. Source: shopify.dev, Storefront API, Pagination. */
export const PAGE = 250;
/** A page of a connection. Its items are not validated yet. */
export const PageSchema = v.object({
  pageInfo: v.object({ hasNextPage: v.boolean() }),
  edges: v.pipe(v.array(v.unknown()), v.maxLength(PAGE), v.array(v.object({ cursor: v.string(), node: v.unknown() }))),
});
/** A page of a connection, and whether there are more. */
export type WirePage = v.InferOutput<typeof PageSchema>;

/** The fields of a product that are needed to fetch the rest of it. */
export const ProductHeadSchema = v.looseObject({ id: v.string(), images: PageSchema, variants: PageSchema });

/** A page of the shop's products. */
export const ProductPageSchema = v.object({
  shop: v.object({ paymentSettings: v.object({ currencyCode: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) }) }),
  products: PageSchema,
});

/** A later page of a product's pictures or variants; null if the product was removed meanwhile. */
export const ProductPartSchema = v.object({ node: v.nullable(v.object({ part: PageSchema })) });

/**
 * Products with all their pictures and variants, and the shop's currency, for the cache file. Except for the cleaned
 * descriptions, the products are as Shopify sent them.
 */
export const CachedProductListSchema = v.object({
  currencyCode: v.string(),
  products: v.array(v.looseObject({ images: v.array(v.unknown()), variants: v.array(v.unknown()) })),
});
/** The products in the cache file. */
export type CachedProductList = v.InferOutput<typeof CachedProductListSchema>;

const words = v.fallback(v.string(), "");
const MoneySchema = v.object({
  amount: v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,4})?$/)),
  currencyCode: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
});
const measure = v.fallback(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null);
const ImageSchema = v.object({
  url: v.string(),
  altText: v.fallback(v.nullable(v.string()), null),
  width: measure,
  height: measure,
});
const VariantSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^gid:\/\/shopify\/ProductVariant\/\d+$/)),
  title: v.string(),
  price: MoneySchema,
  compareAtPrice: v.fallback(v.nullable(MoneySchema), null),
  availableForSale: v.boolean(),
  sku: v.fallback(v.nullable(v.string()), null),
  selectedOptions: v.array(v.object({ name: v.string(), value: v.string() })),
  image: v.fallback(v.nullable(ImageSchema), null),
});
const ProductSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^gid:\/\/shopify\/Product\/\d+$/)),
  handle: v.pipe(v.string(), v.minLength(1)),
  title: v.pipe(v.string(), v.minLength(1)),
  description: words,
  descriptionHtml: words,
  productType: words,
  vendor: words,
  options: v.fallback(v.array(v.object({ name: v.string(), values: v.array(v.string()) })), []),
});

/** Assumed size of a picture whose size is unknown, in pixels: upright, 4 by 5, like the site's own pictures. */
const ASSUMED = { width: 1200, height: 1500 };

/**
 * Products as pages show them. Malformed products, products without a variant, and pictures of other hosts are left
 * out.
 */
export function shopProductsOf(
  { currencyCode, products }: CachedProductList,
  pictureAddress: PictureAddress,
): ShopProducts {
  return {
    currencyCode,
    // The Storefront API does not say whether prices include taxes.
    taxes: "unknown",
    products: products.flatMap(({ images, variants, ...rest }) => {
      const read = v.safeParse(ProductSchema, rest);
      if (!read.success) return [];
      const shown = variants.flatMap((variant) => variantOf(variant, pictureAddress));
      if (shown.length === 0) return [];
      const product: ShopProduct = {
        ...read.output,
        descriptionHtml: withPictures(read.output.descriptionHtml, pictureAddress),
        availableForSale: shown.some(({ availableForSale }) => availableForSale),
        images: images.flatMap((image) => imageOf(image, pictureAddress)),
        variants: shown,
      };
      return [product];
    }),
  };
}

function variantOf(wire: unknown, pictureAddress: PictureAddress): ShopVariant[] {
  const read = v.safeParse(VariantSchema, wire);
  if (!read.success) return [];
  const [image = null] = read.output.image ? imageOf(read.output.image, pictureAddress) : [];
  return [{ ...read.output, image }];
}

function imageOf(wire: unknown, pictureAddress: PictureAddress): ShopImage[] {
  const read = v.safeParse(ImageSchema, wire);
  const url = read.success ? pictureAddress(read.output.url) : undefined;
  if (!read.success || url === undefined) return [];
  const { altText, width, height } = read.output;
  return [{ url, altText: altText ?? "", ...(width && height ? { width, height } : ASSUMED) }];
}
