import type { Descriptions } from "./descriptions.ts";
import { type PictureAddress, withPictures } from "./shop-pictures.ts";

/** Names under which the official clients have the address of a picture. */
const PICTURE_FIELDS: ReadonlySet<string> = new Set(["url", "src", "originalSrc", "transformedSrc", "transformedUrl"]);

/**
 * Makes an answer one for browsers of this site, in place: its pictures lie on this origin, so that no visitor asks
 * Shopify for one, and descriptions hold nothing but what is shown.
 */
export async function forBrowsers(
  answer: unknown,
  { descriptions, pictureAddress }: { descriptions: Descriptions; pictureAddress: PictureAddress },
): Promise<void> {
  await descriptions.clean(answer);
  placePictures(answer, pictureAddress);
}

function placePictures(value: unknown, pictureAddress: PictureAddress): void {
  if (Array.isArray(value)) {
    for (const entry of value) placePictures(entry, pictureAddress);
    return;
  }
  if (!isRecord(value)) return;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== "string") placePictures(part, pictureAddress);
    else if (PICTURE_FIELDS.has(name)) value[name] = pictureAddress(part) ?? part;
    else if (name === "descriptionHtml") value[name] = withPictures(part, pictureAddress);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
