import { mkdirSync } from "node:fs";
import { join, sep } from "node:path";
import { type Picture, uniqueWidths } from "@porchlight/protocol/content.ts";
import type { UnreadableFile } from "../../content/content-problems.ts";
import { listFolder, normaliseName } from "../../content/file-names.ts";
import {
  chooseNewest,
  listOriginals,
  type Original,
  originalsStamp,
  type PictureFolder,
} from "../../content/originals.ts";
import type { Logger } from "../../lib/log.ts";
import { createNotices, type Notice } from "../../lib/notices.ts";
import {
  type Checksums,
  computeChecksums,
  deleteUnused,
  readChecksums,
  readPrepared,
  writeChecksums,
} from "./picture-cache.ts";
import { DrawingError, preparePicture } from "./prepare.ts";
import { PICTURE_FORMATS, type PictureFormat, type PreparedPicture } from "./recipe.ts";
import { chooseSuffix, parsePicturePath } from "./sized-address.ts";

/** A prepared variant to send. */
type PictureFile = { path: string; contentType: string; version: string };

/** The artist's pictures. Each original is prepared once, and the result is cached. */
export interface PictureStore {
  /** Prepares new and changed originals, and forgets deleted ones. @returns how many it prepared */
  refresh(onProgress?: (name: string, done: number, all: number) => void): Promise<number>;
  /** Whether originals have changed since the last refresh. Reads only names, sizes and times. */
  hasChanged(): boolean;
  /** Originals that could not be read at the last refresh. */
  unreadable(): readonly UnreadableFile[];
  /** Finds a prepared picture by its name, `n1`. */
  find(name: string, alt: string): Picture | undefined;
  /**
   * Finds the file for a path below `/optimized/`. A path with a box, `store/shirt-hero_400x500.jpg`, gets the smallest
   * prepared width that covers it, else the largest. A request never prepares anything.
   */
  file(path: string): PictureFile | undefined;
}

const LEFT_OUT = "it is left out";
const PICTURES_STAY = "the pictures that were there stay";

type Known = PreparedPicture & { original: string; version: string; folder: string };

/**
 * Creates the store of the owner's pictures. Prepared variants are cached by the original's checksum, so a second
 * start, a copy or a new name costs nothing. While a whole folder is unavailable, such as a network share, its pictures
 * stay.
 *
 * @param images the owner's folder, `content/images`; may be missing
 * @param cacheDir folder of prepared variants; everything in it can be made again
 * @param others further folders with a prefix for their pictures' names; each may be missing
 */
export function createPictureStore(
  images: string,
  cacheDir: string,
  log: Logger,
  others: readonly PictureFolder[] = [],
  clock: () => Date = () => new Date(),
): PictureStore {
  const folders = [{ prefix: "", folder: images }, ...others];
  const listAll = () => {
    const found = folders.map(listOriginals);
    return {
      files: found.flatMap(({ originals }) => originals),
      unreadablePaths: found.flatMap(({ unreadable }) => unreadable),
    };
  };
  const warnOnce = createNotices((fields, message) => log.warn(fields, message));
  const reportUnreadable = createNotices((fields, message) => log.error(fields, message));
  let known = new Map<string, Known>();
  let unreadable: readonly UnreadableFile[] = [];
  let stamp = "";

  async function refresh(onProgress?: (name: string, done: number, all: number) => void): Promise<number> {
    const { files, unreadablePaths } = listAll();
    stamp = originalsStamp(files);
    const { chosen, notices } = chooseNewest(files);
    const empty = folders.map(({ folder }) => folder).filter((folder) => listFolder(folder).length === 0);
    const hadPictures = (path: string) => [...known.values()].some(({ original }) => isIn([path], original));
    warnOnce([
      ...notices,
      ...unreadablePaths.map((fields) => ({
        fields,
        message: `this cannot be read; ${hadPictures(fields.path) ? PICTURES_STAY : LEFT_OUT}`,
      })),
      ...empty
        .filter(hadPictures)
        .map((path) => ({ fields: { path }, message: `this folder is gone or empty; ${PICTURES_STAY}` })),
    ]);
    try {
      return await prepareAll(chosen, [...empty, ...unreadablePaths.map(({ path }) => path)], onProgress);
    } catch (error) {
      // The disk may have room again although no original has changed: the next check tries again.
      stamp = "";
      throw error;
    }
  }

  async function prepareAll(
    files: Original[],
    unavailable: readonly string[],
    onProgress?: (name: string, done: number, all: number) => void,
  ) {
    mkdirSync(cacheDir, { recursive: true });
    const broken: UnreadableFile[] = [];
    const notices: Notice[] = [];
    const addBroken = (file: string, reason: string, isShown: boolean, version = "") => {
      broken.push({ path: file, isShown });
      const instead = isShown ? "what was there before stays" : LEFT_OUT;
      notices.push({ fields: { file, reason }, message: `this picture cannot be read; ${instead}`, version });
    };
    const before = readChecksums(cacheDir);
    const computed = computeChecksums(files, before, (file, error, isKnown) =>
      addBroken(file, error instanceof Error ? error.message : String(error), isKnown),
    );
    const unavailableOnes = Object.entries(before).filter(([path]) => isIn(unavailable, path));
    const checksums = { ...Object.fromEntries(unavailableOnes), ...computed };
    writeChecksums(cacheDir, checksums);
    const next = new Map([...known].filter(([, { original }]) => isIn(unavailable, original)));
    const missing: { name: string; path: string; entry: Checksums[string] }[] = [];
    for (const { name, path } of files) {
      const entry = checksums[path];
      if (!entry) continue;
      const picture = findPrepared(path, entry.checksum);
      if (picture) {
        next.set(name, picture);
        delete entry.before;
      } else missing.push({ name, path, entry });
    }
    // Pictures that are ready are shown while the others are prepared.
    known = new Map([...known, ...next]);
    for (const [index, { name, path, entry }] of missing.entries()) {
      onProgress?.(name, index, missing.length);
      try {
        const prepared = await preparePicture(path, join(cacheDir, entry.checksum));
        const picture = toKnown(path, prepared, cacheDir, entry.checksum);
        next.set(name, picture);
        known.set(name, picture);
        delete entry.before;
      } catch (error) {
        // A full disk stops the refresh; a file that is not a picture does not.
        if (!(error instanceof DrawingError) || error.code !== undefined) throw error;
        const earlier = known.get(name) ?? findPrepared(path, entry.before);
        if (earlier) next.set(name, earlier);
        addBroken(path, error.message, earlier !== undefined, entry.checksum);
      }
    }
    known = next;
    unreadable = broken;
    // Broken pictures are tried again at every refresh, but logged once.
    reportUnreadable(notices);
    writeChecksums(cacheDir, checksums);
    deleteUnused(cacheDir, new Set([...next.values()].map((picture) => picture.folder)), clock().getTime());
    return missing.length;
  }

  function findPrepared(original: string, checksum: string | undefined): Known | undefined {
    const prepared = checksum === undefined ? undefined : readPrepared(join(cacheDir, checksum));
    return checksum !== undefined && prepared ? toKnown(original, prepared, cacheDir, checksum) : undefined;
  }

  return {
    refresh,
    hasChanged: () => originalsStamp(listAll().files) !== stamp,
    unreadable: () => unreadable,
    find(requested, alt) {
      const name = normaliseName(requested);
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
      return findVariant(normaliseName(path.slice(format.folder.length, -format.ending.length - 1)), format, known);
    },
  };
}

function findVariant(path: string, format: PictureFormat, known: Map<string, Known>): PictureFile | undefined {
  const request = parsePicturePath(path);
  const picture = request && known.get(request.name);
  const suffix = picture && chooseSuffix(request, picture);
  if (!suffix) return undefined;
  return {
    path: join(picture.folder, `${suffix}.${format.ending}`),
    contentType: format.contentType,
    version: picture.version,
  };
}

function toKnown(original: string, prepared: PreparedPicture, cacheDir: string, checksum: string): Known {
  return { ...prepared, original, folder: join(cacheDir, checksum), version: checksum.slice(0, 8) };
}

/** Whether a path is one of some paths, or below one. */
function isIn(paths: readonly string[], path: string): boolean {
  return paths.some((one) => path === one || path.startsWith(one + sep));
}
