import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Original } from "./originals.ts";
import { PICTURE_FORMATS, PREPARED_FILE, type PreparedPicture, RECIPE_VERSION } from "./recipe.ts";

/**
 * Checksums of the originals by their paths. `before` is that of the last one at a path that could be prepared, while
 * the one that is there now could not be.
 */
export type Checksums = Record<string, { size: number; mtimeMs: number; checksum: string; before?: string }>;

/**
 * Checksums of originals, read again only where size or time changed.
 *
 * @param onError told of an original that may not be read, and whether what is known of it stays
 */
export function takeChecksums(
  files: readonly Original[],
  known: Checksums,
  onError: (file: string, error: unknown, isStored: boolean) => void,
): Checksums {
  const now: Checksums = {};
  for (const original of files) {
    const { path, size, mtimeMs } = original;
    const old = known[path];
    if (old && isSame(old, original)) {
      now[path] = old;
      continue;
    }
    try {
      const hash = createHash("sha256").update(`recipe ${RECIPE_VERSION}\n`).update(readFileSync(path)).digest("hex");
      const checksum = hash.slice(0, 32);
      const before = old?.before ?? old?.checksum;
      now[path] = { size, mtimeMs, checksum, ...(before !== undefined && before !== checksum && { before }) };
    } catch (error) {
      if (old) now[path] = old;
      onError(path, error, old !== undefined);
    }
  }
  return now;
}

/** Whether an original has been prepared as it is now. */
export function isPrepared(original: Original, known: Checksums, kept: string): boolean {
  const entry = known[original.path];
  return entry !== undefined && isSame(entry, original) && readPrepared(join(kept, entry.checksum)) !== undefined;
}

/** The checksums that are kept in a folder of prepared pictures. */
export function readChecksums(kept: string): Checksums {
  try {
    // Our own file; a damaged one only costs reading the originals again.
    return JSON.parse(readFileSync(fileOf(kept), "utf8")) as Checksums;
  } catch {
    return {};
  }
}

/** Keeps checksums, where they differ from those that are kept. */
export function writeChecksums(kept: string, checksums: Checksums): void {
  const text = textOf(checksums);
  if (text !== textOf(readChecksums(kept))) writeFileSync(fileOf(kept), text);
}

/** What was prepared in a folder, if it is all still there. */
export function readPrepared(folder: string): PreparedPicture | undefined {
  try {
    // Our own file.
    const prepared = JSON.parse(readFileSync(join(folder, PREPARED_FILE), "utf8")) as PreparedPicture;
    const files = prepared.variants.flatMap(({ suffix }) => PICTURE_FORMATS.map(({ ending }) => `${suffix}.${ending}`));
    return files.every((file) => existsSync(join(folder, file))) ? prepared : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(kept: string): string {
  return join(kept, "checksums.json");
}

function textOf(checksums: Checksums): string {
  return JSON.stringify(checksums, null, 1);
}

function isSame(known: { size: number; mtimeMs: number }, { size, mtimeMs }: Original): boolean {
  return known.size === size && known.mtimeMs === mtimeMs;
}
