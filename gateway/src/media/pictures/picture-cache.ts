import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Original } from "../../content/originals.ts";
import {
  PICTURE_FORMATS,
  PREPARED_FILE,
  PREVIEW_FILE,
  type PreparedPicture,
  RECIPE_VERSION,
  variantFile,
} from "./recipe.ts";

/**
 * The folder of prepared pictures. It holds a folder for each original, named by the original's checksum, and two files
 * of the cache itself. Everything in it can be made again.
 */

const CHECKSUMS_FILE = "checksums.json";
const UNUSED_FILE = "unused.json";

/**
 * Checksums of originals by path. If the current file cannot be prepared, `before` is the checksum of the last file at
 * this path that could be prepared.
 */
export type Checksums = Record<string, { size: number; mtimeMs: number; checksum: string; before?: string }>;

/** How long an unused prepared picture stays, in milliseconds. The owner may move a folder away and back. */
export const UNUSED_RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Computes the checksums of originals. A file is only read if its size or time has changed.
 *
 * @param onError called for a file that cannot be read; `isKnown` says whether its last checksum is still used
 */
export function computeChecksums(
  files: readonly Original[],
  known: Checksums,
  onError: (file: string, error: unknown, isKnown: boolean) => void,
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

/** Whether the present version of an original has been prepared. */
export function isPrepared(original: Original, known: Checksums, cacheDir: string): boolean {
  const entry = known[original.path];
  return entry !== undefined && isSame(entry, original) && readPrepared(join(cacheDir, entry.checksum)) !== undefined;
}

/** Reads the cached checksums; empty if the file is missing or damaged. Then all originals are read again. */
export function readChecksums(cacheDir: string): Checksums {
  return readJson<Checksums>(join(cacheDir, CHECKSUMS_FILE)) ?? {};
}

/** Writes checksums, if they have changed. */
export function writeChecksums(cacheDir: string, checksums: Checksums): void {
  const text = JSON.stringify(checksums, null, 1);
  if (text !== JSON.stringify(readChecksums(cacheDir), null, 1)) writeFileSync(join(cacheDir, CHECKSUMS_FILE), text);
}

/** Reads what was prepared in a folder; undefined unless all of its files exist. */
export function readPrepared(folder: string): PreparedPicture | undefined {
  const prepared = readDescription(folder);
  const files = prepared?.variants.flatMap(({ suffix }) =>
    PICTURE_FORMATS.map((format) => variantFile(suffix, format)),
  );
  return files?.every((file) => hasFile(folder, file)) ? prepared : undefined;
}

/** Reads what is known of a picture whose variants may still be missing; undefined if it has no preview. */
export function readPreviewed(folder: string): PreparedPicture | undefined {
  return hasFile(folder, PREVIEW_FILE) ? readDescription(folder) : undefined;
}

/** Earlier versions did not measure the light. Their pictures get a new preview, and keep their variants. */
function readDescription(folder: string): PreparedPicture | undefined {
  const prepared = readJson<Partial<PreparedPicture>>(join(folder, PREPARED_FILE));
  // If the light of a picture was measured, it has everything else too.
  return prepared?.light && (prepared as PreparedPicture);
}

/** Whether a folder has a file. A power cut can leave an empty one. */
export function hasFile(folder: string, file: string): boolean {
  return (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Deletes prepared pictures that have been unused for {@link UNUSED_RETENTION_MS}.
 *
 * @param used folders of the pictures in use
 */
export function deleteUnused(cacheDir: string, used: ReadonlySet<string>, now: number): void {
  // When each folder was first found unused, in milliseconds since 1970, by the folder's name.
  const before = readJson<Record<string, number>>(join(cacheDir, UNUSED_FILE)) ?? {};
  const unused: Record<string, number> = {};
  for (const entry of readdirSync(cacheDir, { withFileTypes: true })) {
    const folder = join(cacheDir, entry.name);
    if (!entry.isDirectory() || used.has(folder)) continue;
    const since = Math.min(before[entry.name] ?? now, now);
    if (now - since >= UNUSED_RETENTION_MS) rmSync(folder, { recursive: true, force: true });
    else unused[entry.name] = since;
  }
  const text = JSON.stringify(unused);
  if (text !== JSON.stringify(before)) writeFileSync(join(cacheDir, UNUSED_FILE), text);
}

/** Reads a file that the gateway wrote; undefined if it is missing or damaged. */
function readJson<Value>(path: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Value;
  } catch {
    return undefined;
  }
}

function isSame(known: { size: number; mtimeMs: number }, { size, mtimeMs }: Original): boolean {
  return known.size === size && known.mtimeMs === mtimeMs;
}
