import { imageForSize } from "@porchlight/protocol/image-for-size.ts";

/** Where a browser may ask for a picture of the shop's; undefined for any other address. */
export type PictureAddress = (url: string) => string | undefined;

/** Videos and documents have addresses too, but are not cached here. */
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|heic|tiff?|bmp|svg)$/i;
/** What Shopify draws a picture by; another size is had here by another ending. Source: shopify.dev, `image_url`. */
const TRANSFORMS = ["width", "height", "crop", "scale", "format", "pad_color"];
/** Pictures in a text are shown no wider than this, in pixels. */
const PICTURE_BOX = { maxWidth: 1024, maxHeight: 1024 };
/** A picture as `clean-html.ts` writes it. In cleaned HTML nothing else has this form: a `<` in words is none. */
const PICTURE_IN_TEXT = /<img src="([^"]*)"([^>]*)>/g;

/**
 * Addresses of the shop's pictures on this origin: one for each picture, however large it was asked for.
 *
 * @param addressOf gives the address, or undefined where the host is none of Shopify's
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
 * A text with its pictures on this origin, without those that are not the shop's. That is not cached with the text: a
 * picture's address is to be asked for each time that it is shown, or it is forgotten.
 *
 * @param html cleaned, see `clean-html.ts`
 */
export function withPictures(html: string, pictureAddress: PictureAddress): string {
  return html.replace(PICTURE_IN_TEXT, (_, source: string, more: string) => {
    const address = pictureAddress(source.replaceAll("&amp;", "&"));
    return address === undefined ? "" : `<img src="${imageForSize(address, PICTURE_BOX)}"${more}>`;
  });
}
