import { PICTURE_WIDTHS, type PictureSuffix } from "@porchlight/protocol/content.ts";
import type { Sharp } from "sharp";

/** A format that every original is prepared in. */
export type PictureFormat = {
  ending: "avif" | "webp" | "jpg";
  contentType: string;
  /** Folder under `/optimized/`; plain JPEG stands directly in it. Source: docs/product.md §7, other. */
  folder: string;
  encode: (picture: Sharp) => Sharp;
};

/**
 * Formats and their settings. AVIF at effort 2 costs a quarter of effort 4's time for files a quarter larger, which
 * keeps the first start of a fresh clone short.
 */
export const PICTURE_FORMATS: readonly PictureFormat[] = [
  {
    ending: "avif",
    contentType: "image/avif",
    folder: "avif/",
    encode: (picture) => picture.avif({ quality: 52, effort: 2 }),
  },
  {
    ending: "webp",
    contentType: "image/webp",
    folder: "webp/",
    encode: (picture) => picture.webp({ quality: 74, effort: 3 }),
  },
  {
    ending: "jpg",
    contentType: "image/jpeg",
    folder: "",
    encode: (picture) => picture.jpeg({ quality: 74, progressive: true }),
  },
];

/** What is kept beside the variants of an original. */
export type PreparedPicture = { width: number; height: number; variants: { suffix: PictureSuffix; width: number }[] };

/** Name of the file that holds a {@link PreparedPicture}; written last, so a folder that has it is whole. */
export const PREPARED_FILE = "picture.json";

/** Change it with the recipe: prepared pictures of another recipe are made anew. */
export const RECIPE_VERSION = 1;

/** The widths that an original is prepared in: each of the five, none beyond the original's own. */
export function variantsOf(originalWidth: number): { suffix: PictureSuffix; width: number }[] {
  return Object.entries(PICTURE_WIDTHS).map(([suffix, width]) => ({
    // Object.entries widens the keys of PICTURE_WIDTHS to string.
    suffix: suffix as PictureSuffix,
    width: Math.min(width, originalWidth),
  }));
}
