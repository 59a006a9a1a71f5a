import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeInPlace } from "../../../../data/files.ts";
import type { FetchedPicture } from "./fetch-picture.ts";

/** Longest name that a picture gets. */
const MOST_CHARACTERS = 80;

/**
 * Puts a picture into the folder under a name made from its address. The same picture again keeps its file; another
 * one with the same name never takes its place.
 *
 * @returns the file's name
 */
export function keepPicture(folder: string, url: string, { bytes, ending }: FetchedPicture): string {
  mkdirSync(folder, { recursive: true });
  const checksum = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const base = nameOf(url);
  for (const name of [base, `${base}-${checksum}`]) {
    const file = `${name}.${ending}`;
    const path = join(folder, file);
    if (existsSync(path) && readFileSync(path).equals(bytes)) return file;
    if (isTaken(folder, name)) continue;
    writeInPlace(path, bytes);
    return file;
  }
  // The checksum is part of the name: whatever stands there is a damaged copy of this.
  const file = `${base}-${checksum}.${ending}`;
  writeInPlace(join(folder, file), bytes);
  return file;
}

/** What a picture is called that stands at an address: its last part, in letters, digits and dashes. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  const name = readable(last)
    .replace(/\.\w+$/, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MOST_CHARACTERS)
    .replace(/^-+|-+$/g, "");
  return name || "picture";
}

function readable(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Pictures are called by their names without endings: a PNG and a JPEG of one name would hide each other. */
function isTaken(folder: string, name: string): boolean {
  return readdirSync(folder).some((file) => file.replace(/\.[^.]+$/, "").toLowerCase() === name);
}
