import type { Descriptions } from "./descriptions.ts";
import { type PictureAddress, withPictures } from "./shop-pictures.ts";

/** Fields that hold the address of a picture in responses to the official clients. */
const PICTURE_FIELDS: ReadonlySet<string> = new Set(["url", "src", "originalSrc", "transformedSrc", "transformedUrl"]);

/**
 * Rewrites a response for browsers of this site, in place. Picture addresses then point to this origin, so that no
 * browser requests a picture from Shopify. Descriptions are cleaned.
 */
export async function rewriteForBrowsers(
  response: unknown,
  { descriptions, pictureAddress }: { descriptions: Descriptions; pictureAddress: PictureAddress },
): Promise<void> {
  await descriptions.clean(response);
  rewritePictures(response, pictureAddress);
}

function rewritePictures(value: unknown, pictureAddress: PictureAddress): void {
  if (Array.isArray(value)) {
    for (const entry of value) rewritePictures(entry, pictureAddress);
    return;
  }
  if (!isRecord(value)) return;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== "string") rewritePictures(part, pictureAddress);
    else if (PICTURE_FIELDS.has(name)) value[name] = pictureAddress(part) ?? part;
    else if (name === "descriptionHtml") value[name] = withPictures(part, pictureAddress);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
