import { createPictureVariants, uniqueWidths } from "./picture-widths.ts";

/**
 * Adds `_{maxWidth}x{maxHeight}` before the extension of a picture's address. The store serves the best size at the new
 * address. Source: docs/product.md §9, image helper.
 */
export function imageForSize(url: string, { maxWidth, maxHeight }: { maxWidth: number; maxHeight: number }): string {
  const [, path = url, query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return path.replace(/(\.[^./]*)?$/, `_${maxWidth}x${maxHeight}$1`) + query;
}

/** A `srcset` of a provider's picture in the site's widths. Each box has the shape of the picture. */
export function toBoxSrcSet({ url, width, height }: { url: string; width: number; height: number }): string {
  return uniqueWidths(createPictureVariants(width))
    .map((step) => `${imageForSize(url, toBox(step.width, height / width))} ${step.width}w`)
    .join(", ");
}

export function toBox(maxWidth: number, ratio: number): { maxWidth: number; maxHeight: number } {
  // This is rounded down, so that the prepared size covers the box.
  return { maxWidth, maxHeight: Math.floor(maxWidth * ratio) };
}
