/** Parts of a head that the heads of several screens share. */
import { type Head, type Picture, pictureAddressName, type Site } from "@porchlight/protocol/content.ts";
import { PICTURE_WIDTHS } from "@porchlight/protocol/picture-widths.ts";

/** Search engines show about this many characters of a description. */
const DESCRIPTION_LENGTH = 160;

/** Cuts a text between two words. */
export function shortenDescription(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s\S*$/, "")}…`;
}

/** @returns the widest variant up to 1920 px, for link previews; undefined if there is none */
export function createPreview({ origin }: Site, picture: Picture): Head["image"] {
  const large = picture.variants.findLast((variant) => variant.width <= PICTURE_WIDTHS.large);
  if (!large) return undefined;
  return {
    url: `${origin}/optimized/${pictureAddressName(picture.name)}-${large.suffix}.jpg`,
    width: large.width,
    height: Math.round((large.width * picture.height) / picture.width),
    alt: picture.alt,
  };
}

/** @returns a schema.org list of products or albums */
export function createItemList(items: Record<string, unknown>[]): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    itemListElement: items.map((item, index) => ({ "@type": "ListItem", position: index + 1, item })),
  };
}
