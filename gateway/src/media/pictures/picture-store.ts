import { mkdirSync } from "node:fs";
import { join, sep } from "node:path";
import type { Picture } from "@porchlight/protocol/content.ts";
import { uniqueWidths } from "@porchlight/protocol/picture-widths.ts";
import type { UnreadableFile } from "../../content/content-problems.ts";
import { listFolder, normaliseName } from "../../content/file-names.ts";
import {
  chooseNewest,
  listOriginals,
  type Original,
  originalsStamp,
  type PictureFolder,
} from "../../content/originals.ts";
import type { WordsOver } from "../../content/words-over-pictures.ts";
import type { Logger } from "../../lib/log.ts";
import { createNotices, type Notice } from "../../lib/notices.ts";
import {
  type Checksums,
  computeChecksums,
  deleteUnused,
  hasFile,
  readChecksums,
  readPrepared,
  readPreviewed,
  writeChecksums,
} from "./picture-cache.ts";
import { createPreparationQueue, type PreparationProgress } from "./preparation-queue.ts";
import { drawPreviews, type PictureToDraw, preparePicture } from "./prepare.ts";
import {
  PICTURE_FORMATS,
  type PictureFormat,
  PREVIEW_FILE,
  type PreparedPicture,
  parseUpright,
  uprightFile,
  uprightPercent,
  variantFile,
} from "./recipe.ts";
import { chooseShade } from "./shade.ts";
import { chooseSuffix, parsePicturePath } from "./sized-address.ts";

/** A file of a picture to send. */
type PictureFile = {
  path: string;
  contentType: string;
  version: string;
  /** Whether the file is a preview in place of a variant that does not exist yet. */
  isPreview?: true;
  /** Resolves when that variant exists or is not worth waiting for any longer; absent if nothing draws it now. */
  variant?: Promise<void> | undefined;
};

/** The artist's pictures. Each original is prepared once, and the result is cached. */
export interface PictureStore {
  /**
   * Finds new, changed and deleted originals. Resolves as soon as each picture can be shown, at least as a preview. The
   * variants are then prepared in the background.
   *
   * @returns how many pictures are not prepared yet
   */
  refresh(): Promise<number>;
  /** Whether originals have changed, or the last preparation failed. Reads only names, sizes and times. */
  hasChanged(): boolean;
  /** Originals that could not be read at the last refresh. */
  unreadable(): readonly UnreadableFile[];
  /**
   * Finds a picture by its name, `n1`. Its addresses do not change while it is prepared.
   *
   * @param words words that stand over it; then it has the shade that they need
   */
  find(name: string, alt: string, words?: WordsOver): Picture | undefined;
  /**
   * Finds the file for a path below `/optimized/`. A path with a box, `store/shirt-hero_400x500.jpg`, gets the smallest
   * prepared width that covers the box, or else the largest. A request adds no work: it only moves its file to the
   * front.
   */
  file(path: string): PictureFile | undefined;
  /** How far the preparation has come; undefined while there is nothing to prepare. */
  progress(): PreparationProgress | undefined;
  /** Resolves when all pictures are prepared, or no more pictures can be. */
  whenPrepared(): Promise<void>;
  /** Ends the preparation at once. The next start continues it. */
  stop(): Promise<void>;
}

export type PictureStoreOptions = {
  /** The owner's folder, `content/images`; may be missing. */
  images: string;
  /** Further folders with a prefix for their pictures' names; each may be missing. */
  others?: readonly PictureFolder[];
  /** Folder of prepared variants; everything in it can be made again. */
  cacheDir: string;
  log: Logger;
  clock?: () => Date;
  /** Called when a preparation begins, after each picture, and with `prepared` equal to `all` at the end. */
  onProgress?: (progress: PreparationProgress) => void;
  /** Draws variants; for tests. */
  draw?: typeof preparePicture;
};

/** Pause before a failed preparation is tried again, in milliseconds. On a full disk the next attempt fails too. */
const RETRY_MS = 30_000;

const LEFT_OUT = "it is left out";
const PICTURES_STAY = "the pictures that were there stay";

type Known = PreparedPicture & { original: string; version: string; folder: string };

/**
 * Creates the store of the owner's pictures. Prepared variants are cached by the original's checksum, so a second
 * start, a copy or a new name costs nothing. If a whole folder is unavailable, such as a network share, its pictures
 * stay.
 */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const { images, cacheDir, log, others = [], clock = () => new Date(), draw = preparePicture } = options;
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
  /** When to repeat a failed preparation, in milliseconds since 1970. */
  let retryAt = Number.POSITIVE_INFINITY;
  /** Folders in which every variant exists. */
  const complete = new Set<string>();
  /** Why pictures could not be prepared although their previews could be drawn, by folder. */
  const failures = new Map<string, string>();
  /** Paths of the parts for upright phones that pages show. */
  const uprights = new Set<string>();
  const queue = createPreparationQueue({
    draw,
    onPrepared(folder) {
      complete.add(folder);
      // From now on, a broken file falls back to this version.
      const checksums = readChecksums(cacheDir);
      for (const entry of Object.values(checksums)) if (join(cacheDir, entry.checksum) === folder) delete entry.before;
      writeChecksums(cacheDir, checksums);
    },
    onUnreadable(folder, error) {
      failures.set(folder, error.message);
      // The next check looks for the previous file.
      stamp = "";
    },
    onHalt(error) {
      log.error({ err: error }, "pictures could not be prepared");
      retryAt = clock().getTime() + RETRY_MS;
    },
    onProgress: options.onProgress ?? (() => {}),
  });

  async function refresh(): Promise<number> {
    const { files, unreadablePaths } = listAll();
    stamp = originalsStamp(files);
    retryAt = Number.POSITIVE_INFINITY;
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
      return await showAll(chosen, [...empty, ...unreadablePaths.map(({ path }) => path)]);
    } catch (error) {
      // The disk may have room again although no original has changed, so the next check tries again.
      stamp = "";
      throw error;
    }
  }

  async function showAll(files: Original[], unavailable: readonly string[]): Promise<number> {
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
    const unprepared: { name: string; path: string; entry: Checksums[string] }[] = [];
    for (const { name, path } of files) {
      const entry = checksums[path];
      if (!entry) continue;
      const picture = findPrepared(path, entry.checksum);
      if (picture) {
        next.set(name, picture);
        delete entry.before;
      } else unprepared.push({ name, path, entry });
    }
    // Pictures that are ready are shown while the previews of the others are drawn.
    known = new Map([...known, ...next]);
    const folderOf = (entry: Checksums[string]) => join(cacheDir, entry.checksum);
    const withoutPreview = unprepared.filter(({ entry }) => readPreviewed(folderOf(entry)) === undefined);
    const unreadablePreviews = await drawPreviews(
      withoutPreview.map(({ path, entry }) => ({ original: path, folder: folderOf(entry) })),
    );
    const toPrepare: PictureToDraw[] = [];
    for (const { name, path, entry } of unprepared) {
      const folder = folderOf(entry);
      const reason = failures.get(folder) ?? unreadablePreviews.get(folder);
      const prepared = readPreviewed(folder);
      if (reason === undefined && prepared) {
        next.set(name, toKnown(path, prepared, cacheDir, entry.checksum));
        // The preparation in the background may have finished it meanwhile.
        if (complete.has(folder)) delete entry.before;
        toPrepare.push({ original: path, folder });
        continue;
      }
      const shown = known.get(name);
      const isSharp = shown !== undefined && complete.has(shown.folder);
      const earlier = (isSharp ? undefined : findPrepared(path, entry.before)) ?? shown;
      const isShown = earlier !== undefined && earlier.folder !== folder;
      if (isShown) next.set(name, earlier);
      addBroken(path, reason ?? "its preview is missing", isShown, entry.checksum);
    }
    known = next;
    unreadable = broken;
    // Broken pictures are tried again at every refresh, but logged once.
    reportUnreadable(notices);
    writeChecksums(cacheDir, checksums);
    deleteUnused(cacheDir, new Set([...next.values()].map((picture) => picture.folder)), clock().getTime());
    queue.fill(toPrepare);
    return toPrepare.length;
  }

  function findPrepared(original: string, checksum: string | undefined): Known | undefined {
    const prepared = checksum === undefined ? undefined : readPrepared(join(cacheDir, checksum));
    if (checksum === undefined || !prepared) return undefined;
    complete.add(join(cacheDir, checksum));
    return toKnown(original, prepared, cacheDir, checksum);
  }

  function findVariant(path: string, format: PictureFormat): PictureFile | undefined {
    const request = parsePicturePath(path);
    const picture = request && known.get(request.name);
    if (!picture) return undefined;
    const { folder, version, previewType } = picture;
    const upright = variantFile(request.suffix, format);
    const isUpright = parseUpright(upright) !== undefined;
    const suffix = chooseSuffix(isUpright ? { ...request, suffix: "large" } : request, picture);
    if (!suffix) return undefined;
    const whole = variantFile(suffix, format);
    const file = isUpright ? upright : whole;
    const has = (name: string) => hasFile(folder, name) || (complete.has(folder) && name === whole);
    const toFile = (name: string) => ({ path: join(folder, name), contentType: format.contentType, version });
    if (has(file)) return toFile(file);
    // Only the owner's pages decide which parts are drawn.
    if (isUpright && !uprights.has(join(folder, file))) return undefined;
    const variant = queue.request(folder, file);
    const standIn = has(whole)
      ? toFile(whole)
      : { path: join(folder, PREVIEW_FILE), contentType: previewType, version };
    return { ...standIn, isPreview: true, variant };
  }

  /** Requests the part for upright phones, if words stand over a wide picture that fills the window. */
  function findUpright({ original, folder, width, height }: Known, { place }: WordsOver): number | undefined {
    if (place.at !== "hero" || width <= height) return undefined;
    const percent = uprightPercent(place.focus);
    const file = uprightFile(percent);
    uprights.add(join(folder, file));
    if (!hasFile(folder, file)) queue.add({ original, folder }, file);
    return percent;
  }

  return {
    refresh,
    hasChanged: () => clock().getTime() >= retryAt || originalsStamp(listAll().files) !== stamp,
    unreadable: () => unreadable,
    find(requested, alt, words) {
      const name = normaliseName(requested);
      const picture = known.get(name);
      if (!picture) return undefined;
      const { width, height, version } = picture;
      const shade = words && chooseShade(picture, words);
      const upright = words && findUpright(picture, words);
      return {
        name,
        width,
        height,
        version,
        alt,
        variants: uniqueWidths(picture.variants),
        ...(shade && { shade }),
        ...(upright !== undefined && { upright }),
      };
    },
    file(path) {
      const format = PICTURE_FORMATS.find(
        ({ folder, ending }) => path.startsWith(folder) && path.endsWith(`.${ending}`),
      );
      if (!format) return undefined;
      return findVariant(normaliseName(path.slice(format.folder.length, -format.ending.length - 1)), format);
    },
    progress: queue.progress,
    whenPrepared: queue.whenIdle,
    stop: queue.stop,
  };
}

function toKnown(original: string, prepared: PreparedPicture, cacheDir: string, checksum: string): Known {
  return { ...prepared, original, folder: join(cacheDir, checksum), version: checksum.slice(0, 8) };
}

/** Whether a path is one of these paths, or below one of them. */
function isIn(paths: readonly string[], path: string): boolean {
  return paths.some((one) => path === one || path.startsWith(one + sep));
}
