import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eachWidthOnce, type Picture } from "@porchlight/protocol/content.ts";
import type { Logger } from "../log.ts";
import { type Original, oneForEachName, originalsIn, type PictureFolder, stampOf } from "./originals.ts";
import { DrawingError, preparePicture } from "./prepare.ts";
import { PICTURE_FORMATS, type PictureFormat, PREPARED_FILE, type PreparedPicture, RECIPE_VERSION } from "./recipe.ts";
import { readAddress, suffixFor } from "./sized-address.ts";

/** A prepared variant as a file to be sent. */
export type PictureFile = { path: string; contentType: string; version: string };

/** The artist's pictures, prepared once for each original and kept. */
export interface PictureStore {
  /** Prepares what is new or changed and drops what is gone. Says how many originals it had to prepare. */
  refresh(onProgress?: (name: string, done: number, all: number) => void): Promise<number>;
  /** Whether files have come, gone or changed since the last refresh; reads names, sizes and times only. */
  hasChanged(): boolean;
  /** A prepared picture by its name, `n1`, with the words for it. */
  find(name: string, alt: string): Picture | undefined;
  /**
   * The file behind `/optimized/…`, a path below `/optimized/`. One that asks for a box, `store/shirt-hero_400x500.jpg`,
   * gets the smallest prepared width that covers it, or else the largest; nothing is ever made for a request.
   */
  file(path: string): PictureFile | undefined;
}

type Known = PreparedPicture & { version: string; folder: string };
type Checksums = Record<string, { size: number; mtimeMs: number; checksum: string }>;

/**
 * Pictures from the owner's folders of originals.
 * Prepared variants are kept by the original's checksum, so a second start, a copy or a new name costs nothing.
 *
 * @param images the owner's folder, `content/images`; may be missing
 * @param kept where variants are kept; everything in it can be made again
 * @param others further folders, whose pictures are called by their prefix first; each may be missing
 */
export function createPictureStore(
  images: string,
  kept: string,
  log: Logger,
  others: readonly PictureFolder[] = [],
): PictureStore {
  const folders = [{ prefix: "", folder: images }, ...others];
  const allOriginals = () => folders.flatMap(originalsIn);
  let known = new Map<string, Known>();
  let seen = "";

  async function refresh(onProgress?: (name: string, done: number, all: number) => void): Promise<number> {
    const files = allOriginals();
    seen = stampOf(files);
    try {
      return await prepareAll(oneForEachName(files, log), onProgress);
    } catch (error) {
      // Nothing may change in the folder before there is room again; the next look tries once more.
      seen = "";
      throw error;
    }
  }

  async function prepareAll(files: Original[], onProgress?: (name: string, done: number, all: number) => void) {
    mkdirSync(kept, { recursive: true });
    const checksums = checksumsOf(files, kept, log);
    const next = new Map<string, Known>();
    const missing: [Original, string][] = [];
    for (const file of files) {
      const checksum = checksums[file.path]?.checksum;
      if (!checksum) continue;
      const prepared = readPrepared(join(kept, checksum));
      if (prepared) next.set(file.name, knownOf(prepared, kept, checksum));
      else missing.push([file, checksum]);
    }
    // What is ready may be shown while the rest is being made.
    known = new Map([...known, ...next]);
    for (const [index, [file, checksum]] of missing.entries()) {
      onProgress?.(file.name, index, missing.length);
      try {
        const prepared = await preparePicture(file.path, join(kept, checksum));
        next.set(file.name, knownOf(prepared, kept, checksum));
        known.set(file.name, knownOf(prepared, kept, checksum));
      } catch (error) {
        // A full disk concerns everything; a file that is no picture concerns its owner alone.
        if (!(error instanceof DrawingError) || error.code !== undefined) throw error;
        log.error(
          { file: file.path, reason: error.message },
          "this picture cannot be read; what was there before stays",
        );
        const before = known.get(file.name);
        if (before) next.set(file.name, before);
      }
    }
    known = next;
    dropOthers(kept, new Set([...next.values()].map((picture) => picture.folder)));
    return missing.length;
  }

  return {
    refresh,
    hasChanged: () => stampOf(allOriginals()) !== seen,
    find(name, alt) {
      const picture = known.get(name);
      if (!picture) return undefined;
      const { width, height, version } = picture;
      return { name, width, height, version, alt, variants: eachWidthOnce(picture.variants) };
    },
    file(path) {
      const format = PICTURE_FORMATS.find(
        ({ folder, ending }) => path.startsWith(folder) && path.endsWith(`.${ending}`),
      );
      if (!format) return undefined;
      return fileOf(path.slice(format.folder.length, -format.ending.length - 1), format, known);
    },
  };
}

function fileOf(address: string, format: PictureFormat, known: Map<string, Known>): PictureFile | undefined {
  const asked = readAddress(address);
  const picture = asked && known.get(asked.name);
  const suffix = picture && suffixFor(asked, picture);
  if (!suffix) return undefined;
  return {
    path: join(picture.folder, `${suffix}.${format.ending}`),
    contentType: format.contentType,
    version: picture.version,
  };
}

function knownOf(prepared: PreparedPicture, kept: string, checksum: string): Known {
  return { ...prepared, folder: join(kept, checksum), version: checksum.slice(0, 8) };
}

/** Checksums of the originals by their paths, read again only where size or time changed. */
function checksumsOf(files: Original[], kept: string, log: Logger): Checksums {
  const path = join(kept, "checksums.json");
  const before = readChecksums(path);
  const now: Checksums = {};
  for (const { path: file, size, mtimeMs } of files) {
    const old = before[file];
    if (old && old.size === size && old.mtimeMs === mtimeMs) {
      now[file] = old;
      continue;
    }
    try {
      const hash = createHash("sha256").update(`recipe ${RECIPE_VERSION}\n`).update(readFileSync(file)).digest("hex");
      now[file] = { size, mtimeMs, checksum: hash.slice(0, 32) };
    } catch (error) {
      log.error({ file, reason: error instanceof Error ? error.message : error }, "this picture cannot be read");
    }
  }
  const text = JSON.stringify(now, null, 1);
  if (text !== JSON.stringify(before, null, 1)) writeFileSync(path, text);
  return now;
}

function readChecksums(path: string): Checksums {
  try {
    // Our own file; a damaged one only costs reading the originals again.
    return JSON.parse(readFileSync(path, "utf8")) as Checksums;
  } catch {
    return {};
  }
}

/** What was prepared in a folder, if it is all still there. */
function readPrepared(folder: string): PreparedPicture | undefined {
  try {
    // Our own file.
    const prepared = JSON.parse(readFileSync(join(folder, PREPARED_FILE), "utf8")) as PreparedPicture;
    const files = prepared.variants.flatMap(({ suffix }) => PICTURE_FORMATS.map(({ ending }) => `${suffix}.${ending}`));
    return files.every((file) => existsSync(join(folder, file))) ? prepared : undefined;
  } catch {
    return undefined;
  }
}

function dropOthers(kept: string, used: Set<string>): void {
  for (const entry of readdirSync(kept, { withFileTypes: true })) {
    if (entry.isDirectory() && !used.has(join(kept, entry.name))) {
      rmSync(join(kept, entry.name), { recursive: true, force: true });
    }
  }
}
