import { type Head, productPath, type ShopContent, type Site } from "@porchlight/protocol/content.ts";
import { imageForSize } from "@porchlight/protocol/image-for-size.ts";
import type { ShopImage, ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { shortDescription } from "../lib/short-description.ts";

/** Width of a product's picture in link previews and structured data, in pixels: one that is prepared. */
const PREVIEW_WIDTH = 1024;

/** What the head of the shop has of its own: that of the one product on a product's page, otherwise the list of all. */
export function shopHead(site: Site, content: ShopContent, head: Head): Partial<Head> {
  const { products = [], handle } = content;
  const product = products.find((one) => one.handle === handle);
  if (product) return productHead(site, content, product, head);
  if (products.length === 0) return {};
  const list = {
    "@context": "https://schema.org",
    "@type": "ItemList",
    itemListElement: products.map((one, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: productData(site, one, one.variants.slice(0, 1)),
    })),
  };
  return { structuredData: [...head.structuredData, list] };
}

function productHead(site: Site, content: ShopContent, product: ShopProduct, head: Head): Partial<Head> {
  const [image] = product.images;
  const data = { "@context": "https://schema.org", ...productData(site, product, product.variants) };
  return {
    title: `${product.title} · ${site.name}`,
    description: shortDescription(product.description) || content.description,
    canonical: addressOf(site, product),
    ...(image && { image: previewOf(image, product.title) }),
    structuredData: [...head.structuredData, data],
  };
}

/** Source: schema.org/Product, schema.org/Offer; Google Search Central, "Product structured data". */
function productData(site: Site, product: ShopProduct, variants: ShopVariant[]): Record<string, unknown> {
  const url = addressOf(site, product);
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
    ...(product.images.length > 0 && { image: product.images.map((image) => previewOf(image, "").url) }),
    ...(sku && { sku }),
    brand: { "@type": "Brand", name: product.vendor || site.name },
    offers: offers.length === 1 ? offers[0] : offers,
  };
}

function addressOf(site: Site, { handle }: ShopProduct): string {
  return site.origin + productPath(handle);
}

function previewOf({ url, altText, width, height }: ShopImage, title: string): NonNullable<Head["image"]> {
  const shown = Math.min(PREVIEW_WIDTH, width);
  const box = { maxWidth: shown, maxHeight: Math.floor((shown * height) / width) };
  return { url: imageForSize(url, box), width: box.maxWidth, height: box.maxHeight, alt: altText || title };
}
