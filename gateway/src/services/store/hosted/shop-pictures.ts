import { imageForSize } from "@porchlight/protocol/image-for-size.ts";

/** Returns the address on this site of a picture of the shop; undefined for any other address. */
export type PictureAddress = (url: string) => string | undefined;

/** Endings of pictures. Videos and documents of the shop have addresses too, but are not cached here. */
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|heic|tiff?|bmp|svg)$/i;
/**
 * Parameters that make Shopify transform a picture. Here a suffix chooses the size. Source: shopify.dev, `image_url`.
 */
const TRANSFORMS = ["width", "height", "crop", "scale", "format", "pad_color"];
/** Largest size of a picture in a text, in pixels. */
const PICTURE_BOX = { maxWidth: 1024, maxHeight: 1024 };
/**
 * A picture as `clean-html.ts` writes it. Nothing else in cleaned HTML looks like this: a `<` in text is escaped.
 */
const PICTURE_IN_TEXT = /<img src="([^"]*)"([^>]*)>/g;

/**
 * Creates addresses of the shop's pictures on this origin. All sizes of a picture at Shopify have one address.
 *
 * @param addressOf returns the address; undefined if the host is not Shopify's
 */
export function shopPictures(addressOf: PictureAddress): PictureAddress {
  return (url) => {
    const picture = URL.parse(url);
    if (!picture || !PICTURE.test(picture.pathname)) return undefined;
    if (!TRANSFORMS.some((name) => picture.searchParams.has(name))) return addressOf(url);
    for (const name of TRANSFORMS) picture.searchParams.delete(name);
    return addressOf(picture.href);
  };
}

/**
 * Replaces the addresses of pictures in a text by addresses on this origin, and removes pictures that are not the
 * shop's. The result must not be cached: each call registers the pictures, and unregistered pictures are dropped.
 *
 * @param html cleaned HTML, see `clean-html.ts`
 */
export function withPictures(html: string, pictureAddress: PictureAddress): string {
  return html.replace(PICTURE_IN_TEXT, (_, source: string, more: string) => {
    const address = pictureAddress(source.replaceAll("&amp;", "&"));
    return address === undefined ? "" : `<img src="${imageForSize(address, PICTURE_BOX)}"${more}>`;
  });
}
