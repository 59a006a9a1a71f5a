import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeInPlace } from "../../../../data/files.ts";
import type { FetchedPicture } from "./fetch-picture.ts";

const MAX_NAME_LENGTH = 80;

/**
 * Stores a picture under a name made from its URL. Storing the same picture again changes nothing. If a different
 * picture would get the same name, it gets another name.
 *
 * @returns the file's name
 */
export function storePicture(folder: string, url: string, { bytes, ending }: FetchedPicture): string {
  mkdirSync(folder, { recursive: true });
  const checksum = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const base = toFileName(url);
  for (const name of [base, `${base}-${checksum}`]) {
    const file = `${name}.${ending}`;
    const path = join(folder, file);
    if (existsSync(path) && readFileSync(path).equals(bytes)) return file;
    if (isTaken(folder, name)) continue;
    writeInPlace(path, bytes);
    return file;
  }
  // The name contains the checksum, so if the file exists, it is a damaged copy of this picture.
  const file = `${base}-${checksum}.${ending}`;
  writeInPlace(join(folder, file), bytes);
  return file;
}

/** Creates a name of letters, digits and dashes from the last part of a URL. */
function toFileName(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  const name = decode(last)
    .replace(/\.\w+$/, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^-+|-+$/g, "");
  return name || "picture";
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Pictures are found by name without ending: a PNG and a JPEG with the same name would hide each other. */
function isTaken(folder: string, name: string): boolean {
  return readdirSync(folder).some((file) => file.replace(/\.[^.]+$/, "").toLowerCase() === name);
}
