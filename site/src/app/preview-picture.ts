import {
  type Head,
  PICTURE_WIDTHS,
  type Picture,
  pictureAddressName,
  type Site,
} from "@porchlight/protocol/content.ts";

/** A picture as link previews show it: its widest variant up to 1920 px; undefined where it has none. */
export function previewOfPicture({ origin }: Site, picture: Picture): Head["image"] {
  const large = picture.variants.findLast((variant) => variant.width <= PICTURE_WIDTHS.large);
  if (!large) return undefined;
  return {
    url: `${origin}/optimized/${pictureAddressName(picture.name)}-${large.suffix}.jpg`,
    width: large.width,
    height: Math.round((large.width * picture.height) / picture.width),
    alt: picture.alt,
  };
}
