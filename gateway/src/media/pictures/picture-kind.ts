import { open } from "node:fs/promises";

/** Format of an uploaded picture, by its content. The file's name may say something else. */
type PictureKind = "jpeg" | "png" | "gif" | "webp" | "avif" | "heic" | "svg";

/** How much of a file is read to find its format, in bytes. An SVG may begin with a long comment. */
const HEAD_BYTES = 4 * 1024;

const AVIF_BRANDS = ["avif", "avis"];
/** Brands of HEIC, and the general ones that telephones write into HEIC files. */
const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];

/** Finds the format of a picture; undefined if it cannot be uploaded. */
export async function readPictureKind(path: string): Promise<PictureKind | undefined> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return kindOf(head.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function kindOf(head: Buffer): PictureKind | undefined {
  const latin = head.toString("latin1");
  if (latin.startsWith("\xff\xd8\xff")) return "jpeg";
  if (latin.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(latin)) return "gif";
  if (/^RIFF[\s\S]{4}WEBP/.test(latin)) return "webp";
  if (latin.slice(4, 8) === "ftyp") {
    // The first brand, then the compatible ones: an AVIF file may begin with the general "mif1".
    const brands = latin.slice(8, Math.min(head.readUInt32BE(0), head.length)).match(/[\s\S]{4}/g) ?? [];
    if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return "avif";
    return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? "heic" : undefined;
  }
  // One expression that also skips comments would take forever for a file with hundreds of them.
  const withoutComments = head.toString("utf8").replace(/<!--[\s\S]*?-->/g, "");
  const isSvg = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!DOCTYPE\s+svg[^>]*>\s*)*<svg[\s>]/i.test(withoutComments);
  return isSvg ? "svg" : undefined;
}
