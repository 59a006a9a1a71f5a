import { parseFocus } from "@porchlight/protocol/picture-focus.ts";
import { PICTURE_WIDTHS, type PictureVariant } from "@porchlight/protocol/picture-widths.ts";
import type { OutputInfo, Sharp } from "sharp";
import type { PictureLight } from "./measure-light.ts";

/** A format that every original is prepared in. */
export type PictureFormat = {
  ending: "avif" | "webp" | "jpg";
  contentType: string;
  /** Folder under `/optimized/`; JPEG files are directly in `/optimized/`. Source: docs/product.md §7, other. */
  folder: string;
  /**
   * @param width of the variant, in pixels
   * @param quality of an AVIF file, instead of the usual one
   */
  encode: (picture: Sharp, width: number, quality?: number) => Sharp;
};

/** Quality of AVIF files. */
const AVIF_QUALITY = 52;
/** The lowest quality that a heavy picture gets. */
const LEAST_QUALITY = 34;
/** From this many bytes for each pixel on, an AVIF file is heavy. The demo's pictures have up to 0.073. */
const HEAVY_FROM = 0.1;

/**
 * The quality with which a heavy AVIF file, such as one of film grain or printed dots, is encoded a second time. Only
 * for sizes that phones load, because a phone shows nothing before it has the first picture. The widest file, for large
 * displays, keeps its quality.
 *
 * @returns undefined if the file stays as it is
 */
export function qualityForHeavy({ size, width, height }: OutputInfo): number | undefined {
  if (width > PICTURE_WIDTHS.large) return undefined;
  const share = size / (width * height) / HEAVY_FROM;
  // Measured on grainy prints: half of the bytes need two thirds of the quality.
  return share <= 1 ? undefined : Math.max(LEAST_QUALITY, Math.round(AVIF_QUALITY / share ** 0.6));
}

/**
 * AVIF files of at least this width, in pixels, are encoded with the least effort. That takes a fifth of the time of
 * effort 2, and the files are 5 % larger at the same quality. Measured on the demo's pictures.
 */
const LARGE_FROM = 1_500;

/**
 * Formats and their settings, chosen so that the first start of a fresh clone is short. WebP and JPEG are for the few
 * browsers without AVIF.
 */
export const PICTURE_FORMATS: readonly [avif: PictureFormat, ...others: PictureFormat[]] = [
  {
    ending: "avif",
    contentType: "image/avif",
    folder: "avif/",
    encode: (picture, width, quality = AVIF_QUALITY) => picture.avif({ quality, effort: width < LARGE_FROM ? 1 : 0 }),
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
    // Link previews and emails use these. JPEG has no transparency; transparent parts would be black.
    encode: (picture) => picture.flatten({ background: "#ffffff" }).jpeg({ quality: 74, progressive: true }),
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

/** Shape of the part of a picture that fills an upright phone. Most phones are narrower. */
const UPRIGHT_SHAPE = 3 / 5;

/** Where the page places a picture of a hero, in percent from the left. The site's hero.css has the same value. */
export function uprightPercent(focus: string | undefined): number {
  if (focus === "left") return 25;
  return focus === "right" ? 78 : (parseFocus(focus)?.across ?? 50);
}

/** Name of the file with the part of a picture for upright phones, cut at this many percent from the left. */
export const uprightFile = (percent: number) => `upright${percent}.avif`;

/** Reads a name of {@link uprightFile}; undefined for any other name. @returns percent */
export function parseUpright(file: string): number | undefined {
  const percent = /^upright(\d{1,3})\.avif$/.exec(file)?.[1];
  return percent === undefined ? undefined : Number(percent);
}

/** The part for upright phones: as high as the picture, and as wide as their windows. All sizes are in pixels. */
export function uprightPart({ width, height }: { width: number; height: number }, percent: number) {
  const part = Math.min(width, Math.round(height * UPRIGHT_SHAPE));
  return { left: Math.round(((width - part) * percent) / 100), top: 0, width: part, height };
}

/** Increase this when the recipe changes: pictures of another version are prepared again. */
export const RECIPE_VERSION = 2;
