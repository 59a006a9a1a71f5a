import { mkdirSync } from "node:fs";
import { join, sep } from "node:path";
import { type Picture, uniqueWidths } from "@porchlight/protocol/content.ts";
import type { Unreadable } from "../../content/content-problems.ts";
import { asCompared, namesIn } from "../../content/file-names.ts";
import type { Logger } from "../../lib/log.ts";
import { createNotices, type Notice } from "../../lib/notices.ts";
import { dropUnused } from "./drop-unused.ts";
import { readChecksums, readPrepared, takeChecksums, writeChecksums } from "./kept-checksums.ts";
import { type Original, oneForEachName, originalsIn, type PictureFolder, stampOf } from "./originals.ts";
import { DrawingError, preparePicture } from "./prepare.ts";
import { PICTURE_FORMATS, type PictureFormat, type PreparedPicture } from "./recipe.ts";
import { readAddress, suffixFor } from "./sized-address.ts";

/** A prepared variant as a file to be sent. */
export type PictureFile = { path: string; contentType: string; version: string };

/** The artist's pictures, prepared once for each original and kept. */
export interface PictureStore {
  /** Prepares what is new or changed and drops what is gone. Says how many originals it had to prepare. */
  refresh(onProgress?: (name: string, done: number, all: number) => void): Promise<number>;
  /** Whether files have come, gone or changed since the last refresh; reads names, sizes and times only. */
  hasChanged(): boolean;
  /** Originals that could not be read at the last refresh. */
  unreadable(): readonly Unreadable[];
  /** A prepared picture by its name, `n1`, with the words for it. */
  find(name: string, alt: string): Picture | undefined;
  /**
   * The file behind `/optimized/…`, a path below `/optimized/`. One that asks for a box, `store/shirt-hero_400x500.jpg`,
   * gets the smallest prepared width that covers it, or else the largest; nothing is ever made for a request.
   */
  file(path: string): PictureFile | undefined;
}

type Known = PreparedPicture & { original: string; version: string; folder: string };

/**
 * Pictures from the owner's folders of originals.
 * Prepared variants are kept by the original's checksum, so a second start, a copy or a new name costs nothing. Where a
 * whole folder is out of sight, as while a share drops out or is being copied anew, the pictures that were in it stay.
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
  clock: () => Date = () => new Date(),
): PictureStore {
  const folders = [{ prefix: "", folder: images }, ...others];
  const lookThrough = () => {
    const found = folders.map(originalsIn);
    return {
      files: found.flatMap(({ originals }) => originals),
      unseen: found.flatMap(({ unseen }) => unseen),
    };
  };
  const tellOfFiles = createNotices((fields, message) => log.warn(fields, message));
  const tellOfUnreadable = createNotices((fields, message) => log.error(fields, message));
  let known = new Map<string, Known>();
  let unreadable: readonly Unreadable[] = [];
  let seen = "";

  async function refresh(onProgress?: (name: string, done: number, all: number) => void): Promise<number> {
    const { files, unseen } = lookThrough();
    seen = stampOf(files);
    const { chosen, notices } = oneForEachName(files);
    const bare = folders.filter(({ folder }) => namesIn(folder).length === 0).map(({ folder }) => folder);
    const hadPictures = (path: string) => [...known.values()].some(({ original }) => isIn([path], original));
    tellOfFiles([
      ...notices,
      ...unseen.map((fields) => ({ fields, message: `this cannot be looked at; ${whatOf(hadPictures(fields.path))}` })),
      ...bare
        .filter(hadPictures)
        .map((path) => ({ fields: { path }, message: `this folder is gone or empty; ${whatOf(true)}` })),
    ]);
    try {
      return await prepareAll(chosen, [...bare, ...unseen.map(({ path }) => path)], onProgress);
    } catch (error) {
      // Nothing may change in the folder before there is room again; the next look tries once more.
      seen = "";
      throw error;
    }
  }

  async function prepareAll(
    files: Original[],
    outOfSight: readonly string[],
    onProgress?: (name: string, done: number, all: number) => void,
  ) {
    mkdirSync(kept, { recursive: true });
    const broken: Unreadable[] = [];
    const notices: Notice[] = [];
    const note = (file: string, reason: string, isShown: boolean, version = "") => {
      broken.push({ path: file, isShown });
      const instead = isShown ? "what was there before stays" : "it is left out";
      notices.push({ fields: { file, reason }, message: `this picture cannot be read; ${instead}`, version });
    };
    const before = readChecksums(kept);
    const taken = takeChecksums(files, before, (file, error, isStored) =>
      note(file, error instanceof Error ? error.message : String(error), isStored),
    );
    const stay = Object.entries(before).filter(([path]) => isIn(outOfSight, path));
    const checksums = { ...Object.fromEntries(stay), ...taken };
    writeChecksums(kept, checksums);
    const next = new Map([...known].filter(([, { original }]) => isIn(outOfSight, original)));
    const missing: [Original, string][] = [];
    for (const file of files) {
      const entry = checksums[file.path];
      if (!entry) continue;
      const { checksum } = entry;
      const prepared = readPrepared(join(kept, checksum));
      if (!prepared) {
        missing.push([file, checksum]);
        continue;
      }
      next.set(file.name, knownOf(file.path, prepared, kept, checksum));
      delete entry.before;
    }
    // What is ready may be shown while the rest is being made.
    known = new Map([...known, ...next]);
    for (const [index, [file, checksum]] of missing.entries()) {
      onProgress?.(file.name, index, missing.length);
      try {
        const prepared = await preparePicture(file.path, join(kept, checksum));
        next.set(file.name, knownOf(file.path, prepared, kept, checksum));
        known.set(file.name, knownOf(file.path, prepared, kept, checksum));
        delete checksums[file.path]?.before;
      } catch (error) {
        // A full disk concerns everything; a file that is no picture concerns its owner alone.
        if (!(error instanceof DrawingError) || error.code !== undefined) throw error;
        const before = known.get(file.name) ?? storedBefore(file.path, checksums[file.path]?.before);
        if (before) next.set(file.name, before);
        note(file.path, error.message, before !== undefined, checksum);
      }
    }
    known = next;
    unreadable = broken;
    // Every change of any picture tries the broken ones again, which is no news.
    tellOfUnreadable(notices);
    writeChecksums(kept, checksums);
    dropUnused(kept, new Set([...next.values()].map((picture) => picture.folder)), clock().getTime());
    return missing.length;
  }

  /** What an original was shown as, at an earlier start, before it could not be read. */
  function storedBefore(original: string, checksum: string | undefined): Known | undefined {
    const prepared = checksum === undefined ? undefined : readPrepared(join(kept, checksum));
    return checksum !== undefined && prepared ? knownOf(original, prepared, kept, checksum) : undefined;
  }

  return {
    refresh,
    hasChanged: () => stampOf(lookThrough().files) !== seen,
    unreadable: () => unreadable,
    find(asked, alt) {
      const name = asCompared(asked);
      const picture = known.get(name);
      if (!picture) return undefined;
      const { width, height, version } = picture;
      return { name, width, height, version, alt, variants: uniqueWidths(picture.variants) };
    },
    file(path) {
      const format = PICTURE_FORMATS.find(
        ({ folder, ending }) => path.startsWith(folder) && path.endsWith(`.${ending}`),
      );
      if (!format) return undefined;
      return fileOf(asCompared(path.slice(format.folder.length, -format.ending.length - 1)), format, known);
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

function knownOf(original: string, prepared: PreparedPicture, kept: string, checksum: string): Known {
  return { ...prepared, original, folder: join(kept, checksum), version: checksum.slice(0, 8) };
}

/** Whether a path is one of some paths, or below one. */
function isIn(paths: readonly string[], path: string): boolean {
  return paths.some((one) => path === one || path.startsWith(one + sep));
}

function whatOf(hadPictures: boolean): string {
  return hadPictures ? "the pictures that were there stay" : "it is left out";
}
