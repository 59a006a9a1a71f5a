import type { PictureSuffix } from "@porchlight/protocol/picture-widths.ts";
import type { PreparedPicture } from "./recipe.ts";

/** What a path requests: the width with this suffix, or the width that covers a box of pixels. */
type PictureRequest = { name: string; suffix: string; box?: { width: number; height: number } };

/**
 * A box before the ending of a picture's URL, as the image helper of shopify-buy adds it: `_400x500`. Either side may
 * be left out: `_400x`, `_x500`. Source: shopify-buy 2.21.1, image-helpers.
 */
const BOX = /_(?=\d|x\d)(\d{0,5})x(\d{0,5})$/;

/**
 * Parses a path without its ending, `store/shirt-hero_400x500`.
 *
 * @returns undefined if it has no suffix
 */
export function parsePicturePath(path: string): PictureRequest | undefined {
  const box = BOX.exec(path);
  const rest = box ? path.slice(0, box.index) : path;
  const dash = rest.lastIndexOf("-");
  if (dash < 1) return undefined;
  const request = { name: rest.slice(0, dash), suffix: rest.slice(dash + 1) };
  return box ? { ...request, box: { width: Number(box[1]), height: Number(box[2]) } } : request;
}

/**
 * Chooses the prepared width for a request.
 *
 * @returns undefined if the picture has no such suffix
 */
export function chooseSuffix({ suffix, box }: PictureRequest, picture: PreparedPicture): PictureSuffix | undefined {
  const { variants, width, height } = picture;
  const named = variants.find((variant) => variant.suffix === suffix);
  if (!named || !box) return named?.suffix;
  // A side that is left out counts as 0.
  const minWidth = Math.max(box.width, (box.height * width) / height);
  // The narrowest variant comes first. Rounding the height may have lost a pixel.
  const covering = variants.find((variant) => variant.width >= Math.floor(minWidth)) ?? variants.at(-1);
  return covering?.suffix;
}
