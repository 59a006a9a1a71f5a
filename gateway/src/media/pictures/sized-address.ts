import type { PictureSuffix } from "@porchlight/protocol/content.ts";
import type { PreparedPicture } from "./recipe.ts";

/** What an address asks for: a prepared width by its suffix, or whichever of them covers a box of pixels. */
export type AskedPicture = { name: string; suffix: string; box?: { width: number; height: number } };

/**
 * A box as the image helper of shopify-buy writes it, `_400x500`, put before the ending of any address of a picture.
 * Either side may be left out, `_400x` or `_x500`. Source: shopify-buy 2.21.1, image-helpers.
 */
const BOX = /_(?=\d|x\d)(\d{0,5})x(\d{0,5})$/;

/**
 * Takes apart what stands in an address before its ending, `store/shirt-hero_400x500`.
 *
 * @returns undefined when there is no suffix in it
 */
export function readAddress(address: string): AskedPicture | undefined {
  const box = BOX.exec(address);
  const rest = box ? address.slice(0, box.index) : address;
  const dash = rest.lastIndexOf("-");
  if (dash < 1) return undefined;
  const asked = { name: rest.slice(0, dash), suffix: rest.slice(dash + 1) };
  return box ? { ...asked, box: { width: Number(box[1]), height: Number(box[2]) } } : asked;
}

/**
 * Which prepared width answers an address.
 *
 * @returns undefined when its suffix is none of the picture's
 */
export function suffixFor({ suffix, box }: AskedPicture, picture: PreparedPicture): PictureSuffix | undefined {
  const { variants, width, height } = picture;
  const named = variants.find((variant) => variant.suffix === suffix);
  if (!named || !box) return named?.suffix;
  // A side that is left out is 0, which every width covers.
  const wanted = Math.max(box.width, (box.height * width) / height);
  // Variants stand narrowest first. A pixel may be lost in rounding the height.
  const covering = variants.find((variant) => variant.width >= Math.floor(wanted)) ?? variants.at(-1);
  return covering?.suffix;
}
