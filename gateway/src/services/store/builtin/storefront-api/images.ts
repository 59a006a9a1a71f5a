import { imageForSize } from "@porchlight/protocol/image-for-size.ts";
import type { CatalogueImage } from "../catalogue/catalogue.ts";
import { globalId } from "./ids.ts";
import type { RequestContext } from "./request-context.ts";

/** Arguments of a picture in another size. Shopify guarantees neither crop nor format, and this store ignores them. */
type Transform = { maxWidth?: number | null; maxHeight?: number | null; scale?: number | null };

/** Largest size that can be requested, in pixels. Source: shopify.dev, Storefront API, ImageTransformInput. */
const MAX_SIDE = 5760;

/** Resolvers of pictures. */
export const imageTypes = {
  Image: {
    id: (image: CatalogueImage) => globalId("ProductImage", image.id),
    url: (image: CatalogueImage, { transform }: { transform?: Transform | null }, context: RequestContext) =>
      addressOf(image, transform ?? {}, context),
    src: (image: CatalogueImage, _: unknown, context: RequestContext) => addressOf(image, {}, context),
    originalSrc: (image: CatalogueImage, _: unknown, context: RequestContext) => addressOf(image, {}, context),
    transformedSrc: (image: CatalogueImage, transform: Transform, context: RequestContext) =>
      addressOf(image, transform, context),
  },
};

/**
 * Absolute address of a picture. If a size is requested, `_{width}x{height}` before the extension selects the smallest
 * prepared size that covers the box.
 */
function addressOf(image: CatalogueImage, transform: Transform, { publicUrl }: RequestContext): string {
  const box = boxOf(image, transform);
  if (!box) return `${publicUrl}${image.path}`;
  return `${publicUrl}${imageForSize(image.path, box)}`;
}

/** The box of a picture. A missing side follows from the picture's proportions. */
function boxOf(image: CatalogueImage, { maxWidth, maxHeight, scale }: Transform) {
  if (!maxWidth && !maxHeight) return undefined;
  const width = maxWidth ?? Math.ceil(((maxHeight ?? 0) * image.width) / image.height);
  const height = maxHeight ?? Math.ceil(((maxWidth ?? 0) * image.height) / image.width);
  const grown = (side: number) => Math.min(Math.max(Math.round(side * (scale ?? 1)), 1), MAX_SIDE);
  return { maxWidth: grown(width), maxHeight: grown(height) };
}
