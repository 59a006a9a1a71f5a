import type { Picture } from "@porchlight/protocol/content.ts";
import { createPictureVariants, PICTURE_WIDTHS, uniqueWidths } from "@porchlight/protocol/picture-widths.ts";
import { parsedUrl } from "./parsed-url.ts";

/** Address of a picture that the gateway has prepared in every width and format. */
const PREPARED = new RegExp(`^/optimized/(.+)-(?:${Object.keys(PICTURE_WIDTHS).join("|")})\\.jpg$`);

/** A picture of a store or a music service: its absolute address, and its size in pixels if known. */
type NamedPicture = { url: string; width: number | null; height: number | null; alt: string };

/** @returns undefined for a picture that the gateway has not prepared */
export function toPreparedPicture({ url, alt, width, height }: NamedPicture): Picture | undefined {
  const address = parsedUrl(url);
  const name = PREPARED.exec(address?.pathname ?? "")?.[1];
  if (!address || !width || !height || name === undefined) return undefined;
  return {
    name: name.split("/").map(decodeURIComponent).join("/"),
    width,
    height,
    version: address.searchParams.get("v") ?? "",
    alt,
    variants: uniqueWidths(createPictureVariants(width)),
  };
}
