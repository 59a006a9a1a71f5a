import type { ShopImage, ShopProduct } from "@porchlight/protocol/shop.ts";
import type { ImageFieldsFragment } from "../../api/storefront/generated.ts";
import type { Product } from "../../api/storefront/products.ts";

/** What a store that does not know a picture's measures is taken to mean, in pixels: our own upright 4 by 5. */
const ASSUMED = { width: 1200, height: 1500 };

/** A product of the Storefront API as finished pages have it, so that the shop draws both alike. */
export function shopProductOf(product: Product): ShopProduct {
  const { id, handle, title, description, descriptionHtml, productType, vendor, availableForSale, options } = product;
  return {
    id,
    handle,
    title,
    description,
    descriptionHtml,
    productType,
    vendor,
    availableForSale,
    options,
    images: product.images.map(shopImageOf),
    variants: product.variants.map(({ available, image, ...variant }) => ({
      id: variant.id,
      title: variant.title,
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      availableForSale: available,
      sku: variant.sku,
      selectedOptions: variant.selectedOptions,
      image: image && shopImageOf(image),
    })),
  };
}

function shopImageOf({ src, altText, width, height }: ImageFieldsFragment): ShopImage {
  const measures = width && height ? { width, height } : ASSUMED;
  return { url: src, altText: altText ?? "", ...measures };
}
