import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { wav } from "../../media/recordings/some-audio.case.ts";
import { someContent } from "../gateway-process.ts";

/** Names in the content of {@link aFullSite}, by the part of an address that they can fill. */
export const KNOWN_NAMES = {
  album: "lake-effect",
  handle: "tee",
  recording: "lake-effect.wav",
  picture: "tee-card.webp",
} as const;

/**
 * Makes a content folder with a page, a product, an album, a recording and a picture, so that every endpoint has data.
 */
export async function aFullSite(): Promise<string> {
  const contentDir = someContent();
  for (const folder of ["store", "music", "images"]) mkdirSync(join(contentDir, folder));
  const write = (file: string, content: string | Buffer) => writeFileSync(join(contentDir, file), content);
  write(
    "store/store.yaml",
    "currency: CAD\ncountry: CA\nshipping:\n  - { title: Canada, countries: [CA], rates: [{ title: Parcel, price: 14.00 }] }\n",
  );
  write(
    "store/products.yaml",
    "products:\n  - { handle: tee, title: Tee, price: 38.00, stock: 5, images: [{ file: tee.jpg, alt: A tee }] }\n",
  );
  write(
    "store/tee.jpg",
    await sharp({ create: { width: 40, height: 50, channels: 3, background: "#246" } })
      .jpeg()
      .toBuffer(),
  );
  write(
    "music/albums.yaml",
    "albums:\n  - { name: Lake Effect, type: single, released: 2026-09-04, tracks: [{ title: Lake Effect, file: lake-effect.wav }] }\n",
  );
  write("music/lake-effect.wav", wav(1));
  return contentDir;
}
