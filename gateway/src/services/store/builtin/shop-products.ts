import { type MinorUnits, type Money, toMoney } from "@porchlight/protocol/money.ts";
import type { ShopImage, ShopProduct, ShopProducts, ShopVariant } from "@porchlight/protocol/shop.ts";
import type { CatalogueImage, CatalogueSnapshot, Product, Variant } from "./catalogue/catalogue.ts";
import type { Stock } from "./stock/stock.ts";

/**
 * All products on sale as pages show them, in the owner's order.
 *
 * @param publicUrl the beginning of the pictures' addresses
 */
export function shopProductsOf(
  { products, settings: { currency, taxesIncluded }, shop: { policies } }: CatalogueSnapshot,
  stock: Pick<Stock, "isAvailable">,
  publicUrl: string,
): ShopProducts {
  const money = (units: MinorUnits): Money => toMoney(units, currency);
  const imageOf = ({ path, altText, width, height }: CatalogueImage): ShopImage => ({
    url: `${publicUrl}${path}`,
    altText,
    width,
    height,
  });

  function variantOf(variant: Variant): ShopVariant {
    return {
      id: `gid://shopify/ProductVariant/${variant.id}`,
      title: variant.title,
      price: money(variant.price),
      compareAtPrice: variant.compareAtPrice === null ? null : money(variant.compareAtPrice),
      availableForSale: stock.isAvailable(variant),
      sku: variant.sku,
      selectedOptions: variant.selectedOptions.map(({ name, value }) => ({ name, value })),
      image: variant.image && imageOf(variant.image),
    };
  }

  function productOf(product: Product): ShopProduct {
    const { id, handle, title, description, descriptionHtml, productType, vendor } = product;
    const variants = product.variants.map(variantOf);
    return {
      id: `gid://shopify/Product/${id}`,
      handle,
      title,
      description,
      descriptionHtml,
      productType,
      vendor,
      availableForSale: variants.some(({ availableForSale }) => availableForSale),
      options: product.options.map(({ name, values }) => ({ name, values: [...values] })),
      images: product.images.map(imageOf),
      variants,
    };
  }

  const releases = new Map(
    products.flatMap(({ handle, release }) => (release === null ? [] : [[handle, release] as const])),
  );
  const returns = policies.refundPolicy;
  return {
    products: products.map(productOf),
    currencyCode: currency,
    ...(taxesIncluded && { taxes: "included" as const }),
    ...(returns && { returns: { heading: returns.title, html: returns.body } }),
    ...(releases.size > 0 && { releases }),
  };
}
