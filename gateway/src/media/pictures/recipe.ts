import type { PictureVariant } from "@porchlight/protocol/content.ts";
import type { Sharp } from "sharp";

/** A format that every original is prepared in. */
export type PictureFormat = {
  ending: "avif" | "webp" | "jpg";
  contentType: string;
  /** Folder under `/optimized/`; plain JPEG stands directly in it. Source: docs/product.md §7, other. */
  folder: string;
  /** @param width what the picture was made this wide for, in pixels */
  encode: (picture: Sharp, width: number) => Sharp;
};

/**
 * From this width on AVIF is encoded with the least effort: it takes a fifth of the time of effort 2 there, for files
 * larger by a twentieth at the same likeness. What a phone fetches is worth more of it. Measured on the demo's pictures.
 */
const LARGE_FROM = 1_500;

/**
 * Formats and their settings, which keep the first start of a fresh clone short. WebP and JPEG are for browsers that
 * know no AVIF, which are few by now.
 */
export const PICTURE_FORMATS: readonly PictureFormat[] = [
  {
    ending: "avif",
    contentType: "image/avif",
    folder: "avif/",
    encode: (picture, width) => picture.avif({ quality: 52, effort: width < LARGE_FROM ? 1 : 0 }),
  },
  {
    ending: "webp",
    contentType: "image/webp",
    folder: "webp/",
    encode: (picture) => picture.webp({ quality: 74, effort: 2 }),
  },
  {
    ending: "jpg",
    contentType: "image/jpeg",
    folder: "",
    encode: (picture) => picture.jpeg({ quality: 74, progressive: true }),
  },
];

/** What is kept beside the variants of an original. */
export type PreparedPicture = { width: number; height: number; variants: PictureVariant[] };

/** Name of the file that holds a {@link PreparedPicture}; written last, so a folder that has it is whole. */
export const PREPARED_FILE = "picture.json";

/** Change it with the recipe: prepared pictures of another recipe are made anew. */
export const RECIPE_VERSION = 2;
