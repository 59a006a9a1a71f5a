/** Widths of prepared pictures in pixels, by suffix. Source: docs/product.md §7. */
export const PICTURE_WIDTHS = {
  thumbnail: 300,
  small: 640,
  medium: 1024,
  large: 1920,
  hero: 2560,
} as const;

export type PictureSuffix = keyof typeof PICTURE_WIDTHS;

/** A prepared width in pixels, never more than the original's. */
export type PictureVariant = { suffix: PictureSuffix; width: number };

export function createPictureVariants(originalWidth: number): PictureVariant[] {
  return Object.entries(PICTURE_WIDTHS).map(([suffix, width]) => ({
    // Object.entries widens the keys of PICTURE_WIDTHS to string.
    suffix: suffix as PictureSuffix,
    width: Math.min(width, originalWidth),
  }));
}

/** Removes repeated widths, which a narrow original has. */
export function uniqueWidths(variants: PictureVariant[]): PictureVariant[] {
  return variants.filter(({ width }, at) => width !== variants[at - 1]?.width);
}
