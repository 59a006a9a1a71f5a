/**
 * Address of a picture no larger than a box: `_{maxWidth}x{maxHeight}` goes before the ending, the query stays.
 * The store answers there with the size that fits best. Source: docs/product.md §9, image helper.
 */
export function imageForSize(url: string, { maxWidth, maxHeight }: { maxWidth: number; maxHeight: number }): string {
  const [, path = url, query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return path.replace(/(\.[^./]*)?$/, `_${maxWidth}x${maxHeight}$1`) + query;
}
