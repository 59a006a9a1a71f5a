/**
 * Adds `_{maxWidth}x{maxHeight}` before the extension of a picture's address. The store serves the best size at the new
 * address. Source: docs/product.md §9, image helper.
 */
export function imageForSize(url: string, { maxWidth, maxHeight }: { maxWidth: number; maxHeight: number }): string {
  const [, path = url, query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return path.replace(/(\.[^./]*)?$/, `_${maxWidth}x${maxHeight}$1`) + query;
}
