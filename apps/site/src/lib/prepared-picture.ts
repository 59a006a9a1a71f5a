import { PICTURE_WIDTHS, type Picture, type PictureSuffix } from "@porchlight/protocol/content.ts";

/** Address of a picture that our own gateway has prepared in every width and format. */
const PREPARED = /^\/optimized\/(.+)-(?:thumbnail|small|medium|large|hero)\.jpg$/;

/** A picture as a store or a music service names it: by an absolute address, its measures in pixels where known. */
export type NamedPicture = { url: string; width: number | null; height: number | null; alt: string };

/** What is named, as one of the site's prepared pictures; undefined for one that lies with a provider. */
export function preparedPicture({ url, alt, width, height }: NamedPicture): Picture | undefined {
  if (!width || !height || !URL.canParse(url)) return undefined;
  const { pathname, searchParams } = new URL(url);
  const name = PREPARED.exec(pathname)?.[1];
  if (name === undefined) return undefined;
  return {
    name: name.split("/").map(decodeURIComponent).join("/"),
    width,
    height,
    version: searchParams.get("v") ?? "",
    alt,
    variants: widthsUpTo(width),
  };
}

/** The prepared widths of a picture that is so many pixels wide: each once, none beyond its own. */
export function widthsUpTo(ownWidth: number): { suffix: PictureSuffix; width: number }[] {
  return Object.entries(PICTURE_WIDTHS)
    .map(([suffix, width]) => ({
      // Object.entries widens the keys of PICTURE_WIDTHS to string.
      suffix: suffix as PictureSuffix,
      width: Math.min(width, ownWidth),
    }))
    .filter(({ width }, at, all) => width !== all[at - 1]?.width);
}
