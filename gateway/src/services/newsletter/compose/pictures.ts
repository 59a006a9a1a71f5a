import { type Picture, pictureAddressName } from "@porchlight/protocol/content.ts";
import { imageForSize, toBox } from "@porchlight/protocol/image-for-size.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import type { ShopImage } from "@porchlight/protocol/shop.ts";
import type { EmailPicture } from "./parts.ts";

/**
 * Pixels of a file for each CSS pixel: sharp on telephones. The prepared widths do not fit the paper exactly, and the
 * next one may have four times the bytes, so somewhat less is enough.
 */
const SHARPNESS = 2;
const SHARP_ENOUGH = 1.8;

/** A prepared picture of the owner. Each exists as JPEG. */
export function fromPrepared({ name, width, height, version, alt, variants }: Picture, publicUrl: string) {
  return {
    alt,
    width,
    height,
    addressFor(shown: number) {
      const suffix = (variants.find((one) => one.width >= shown * SHARP_ENOUGH) ?? variants.at(-1))?.suffix;
      return `${publicUrl}/optimized/${pictureAddressName(name)}-${suffix}.jpg?v=${version}`;
    },
  } satisfies EmailPicture;
}

/** The cover of an album; undefined if it has none on this site. */
export function fromCover({ images }: Pick<Album, "images">, alt: string, publicUrl: string): EmailPicture | undefined {
  const [widest] = images;
  if (!widest?.url.startsWith(`${publicUrl}/`)) return undefined;
  const { width, height } = widest;
  return {
    alt,
    // Covers are square, even if the streaming service does not say so.
    width: width ?? 1,
    height: height ?? width ?? 1,
    addressFor: (shown) => (images.findLast((one) => (one.width ?? 0) >= shown * SHARP_ENOUGH) ?? widest).url,
  };
}

/** A provider's picture, which this site fetches. With `.jpg` at the end, mail programs can read it. */
const OF_PROVIDER = /\/media\/[\da-f]{32}$/;

/** The picture of a product; undefined if it is not on this site. */
export function fromShop({ url, altText, width, height }: ShopImage, publicUrl: string): EmailPicture | undefined {
  if (!url.startsWith(`${publicUrl}/`)) return undefined;
  const readable = OF_PROVIDER.test(url) ? `${url}.jpg` : url;
  return {
    alt: altText,
    width,
    height,
    addressFor: (shown) => imageForSize(readable, toBox(shown * SHARPNESS, height / width)),
  };
}
