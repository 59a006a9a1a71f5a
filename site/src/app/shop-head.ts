import { type Head, productPath, type ShopContent, type Site } from "@porchlight/protocol/content.ts";
import { imageForSize } from "@porchlight/protocol/image-for-size.ts";
import type { ShopImage, ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { createItemList, shortenDescription } from "./head-parts.ts";

/** Width of a product's picture in link previews and structured data, in pixels. The gateway prepares this width. */
const PREVIEW_WIDTH = 1024;

/** @returns the parts of the head that describe one product, on that product's page, or else all products */
export function createShopHead(site: Site, content: ShopContent, head: Head): Partial<Head> {
  const { products = [], handle } = content;
  const product = products.find((one) => one.handle === handle);
  if (product) return createProductHead(site, content, product, head);
  if (products.length === 0) return {};
  const list = createItemList(products.map((one) => createProductData(site, one, one.variants.slice(0, 1))));
  return { structuredData: [...head.structuredData, list] };
}

function createProductHead(site: Site, content: ShopContent, product: ShopProduct, head: Head): Partial<Head> {
  const [image] = product.images;
  const data = { "@context": "https://schema.org", ...createProductData(site, product, product.variants) };
  return {
    title: `${product.title} · ${site.name}`,
    description: shortenDescription(product.description) || content.description,
    canonical: productAddress(site, product),
    ...(image && { image: createProductPreview(image, product.title) }),
    structuredData: [...head.structuredData, data],
  };
}

/** Source: schema.org/Product, schema.org/Offer; Google Search Central, "Product structured data". */
function createProductData(site: Site, product: ShopProduct, variants: ShopVariant[]): Record<string, unknown> {
  const url = productAddress(site, product);
  const sku = variants[0]?.sku;
  const offers = variants.map((variant) => ({
    "@type": "Offer",
    url,
    price: variant.price.amount,
    priceCurrency: variant.price.currencyCode,
    availability: `https://schema.org/${variant.availableForSale ? "InStock" : "OutOfStock"}`,
    ...(variants.length > 1 && { name: variant.title }),
    ...(variant.sku && { sku: variant.sku }),
  }));
  return {
    "@type": "Product",
    name: product.title,
    url,
    ...(product.description && { description: product.description }),
    ...(product.images.length > 0 && { image: product.images.map((image) => createProductPreview(image, "").url) }),
    ...(sku && { sku }),
    brand: { "@type": "Brand", name: product.vendor || site.name },
    offers: offers.length === 1 ? offers[0] : offers,
  };
}

function productAddress(site: Site, { handle }: ShopProduct): string {
  return site.origin + productPath(handle);
}

function createProductPreview({ url, altText, width, height }: ShopImage, title: string): NonNullable<Head["image"]> {
  const shown = Math.min(PREVIEW_WIDTH, width);
  const box = { maxWidth: shown, maxHeight: Math.floor((shown * height) / width) };
  return { url: imageForSize(url, box), width: box.maxWidth, height: box.maxHeight, alt: altText || title };
}
