import type { PictureVariant } from "@porchlight/protocol/picture-widths.ts";
import type { Sharp } from "sharp";
import type { PictureLight } from "./measure-light.ts";

/** A format that every original is prepared in. */
export type PictureFormat = {
  ending: "avif" | "webp" | "jpg";
  contentType: string;
  /** Folder under `/optimized/`; JPEG files are directly in `/optimized/`. Source: docs/product.md §7, other. */
  folder: string;
  /** @param width of the variant, in pixels */
  encode: (picture: Sharp, width: number) => Sharp;
};

/**
 * AVIF files of at least this width, in pixels, are encoded with the least effort. That takes a fifth of the time of
 * effort 2, and the files are 5 % larger at the same quality. Measured on the demo's pictures.
 */
const LARGE_FROM = 1_500;

/**
 * Formats and their settings, chosen so that the first start of a fresh clone is short. WebP and JPEG are for the few
 * browsers without AVIF.
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

/** Describes the prepared variants of an original, its light under words, and its preview. */
export type PreparedPicture = {
  width: number;
  height: number;
  variants: PictureVariant[];
  light: PictureLight;
  /** Every browser and link preview can read JPEG, but only WebP has transparency. */
  previewType: "image/jpeg" | "image/webp";
};

/** The file with a {@link PreparedPicture}. It is written with the preview, before the variants exist. */
export const PREPARED_FILE = "picture.json";

/** The picture that the site shows until the variants exist. */
export const PREVIEW_FILE = "preview";

/** Width of a preview in pixels. A narrower preview is no faster: reading the original takes most of the time. */
export const PREVIEW_WIDTH = 480;

/** Name of a variant's file in the folder of its picture. */
export function variantFile(suffix: string, { ending }: PictureFormat): string {
  return `${suffix}.${ending}`;
}

/** Increase this when the recipe changes: pictures of another version are prepared again. */
export const RECIPE_VERSION = 2;
