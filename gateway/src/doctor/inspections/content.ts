import { statSync } from "node:fs";
import { join, relative } from "node:path";
import pino from "pino";
import {
  ContentError,
  type FindPicture,
  findUnfilledPlaceholders,
  readContent,
  withContentError,
} from "../../content/content.ts";
import { findFile } from "../../content/file-names.ts";
import { listOriginals } from "../../content/originals.ts";
import { createReleases, MUSIC_FOLDER } from "../../content/releases.ts";
import type { Release } from "../../content/releases-file.ts";
import { isPrepared, readChecksums } from "../../media/pictures/picture-cache.ts";
import { findUnreadable } from "../../media/pictures/prepare.ts";
import { measure } from "../../media/recordings/measure.ts";
import { readCachedMeasurements } from "../../media/recordings/measurement-cache.ts";
import { readPlacedShows } from "../../services/shows/placed-shows.ts";
import { findGuessableCards } from "../../services/store/builtin/catalogue/guessable-codes.ts";
import { findUnfilledPolicyPlaceholders } from "../../services/store/builtin/catalogue/policies.ts";
import { createCatalogue } from "../../services/store/builtin/catalogue/read-catalogue.ts";

/**
 * What is wrong with the owner's files: unusable files, placeholders without a value, files that are named but missing,
 * unreadable pictures and recordings, and the places of gift cards whose codes can be guessed.
 */
export type ContentInspection = {
  mistakes: string[];
  unfilled: string[];
  missing: string[];
  broken: string[];
  guessable: number[];
};

/** `hasOwnShop` says whether the shop is that of `content/store`. */
export type ContentInspectionOptions = { contentDir: string; dataDir: string; hasOwnShop: boolean };

/** How many unprepared pictures to try at most. A large shop has thousands before its first start. */
const MOST_TRIED = 200;

/**
 * Reads the owner's files as a start does, and tries the pictures and recordings that no start has prepared yet.
 *
 * @param pause waits, so that files that are being uploaded are complete and not reported
 */
export async function inspectContent(
  { contentDir, dataDir, hasOwnShop }: ContentInspectionOptions,
  pause: () => Promise<unknown>,
): Promise<ContentInspection> {
  const first = inspectWords({ contentDir, hasOwnShop });
  if (first.mistakes.length > 0) await pause();
  const { releases, ...words } = first.mistakes.length > 0 ? inspectWords({ contentDir, hasOwnShop }) : first;
  const broken = [
    ...(await brokenPictures(contentDir, join(dataDir, "pictures"), hasOwnShop)),
    ...(await brokenRecordings(join(contentDir, MUSIC_FOLDER), releases, join(dataDir, "recordings.json"))),
  ];
  return { ...words, broken };
}

/** What is wrong in the texts, and the releases that can be read. */
type WordsInspection = Omit<ContentInspection, "broken"> & { releases: readonly Release[] };

/** Reads the texts as a start does, but does not stop at the first mistake. */
export function inspectWords({ contentDir, hasOwnShop }: Omit<ContentInspectionOptions, "dataDir">): WordsInspection {
  const mistakes: string[] = [];
  const warnings: string[] = [];
  // The files are read only once, so the time does not matter.
  const clock = () => new Date(0);
  const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
  const read = <Value>(reader: () => Value): Value | undefined => {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      mistakes.push(error.message);
      return undefined;
    }
  };

  const content = read(() => readContent(contentDir, log));
  const releases = read(() => createReleases({ contentDir, clock, log }))?.list() ?? [];
  let guessable: number[] = [];
  if (hasOwnShop) {
    const catalogue = read(() =>
      createCatalogue({
        contentDir,
        // No pages are made here, so the address does not matter.
        publicUrl: "https://example.com",
        findPicture: originalsOf({ prefix: "store/", folder: join(contentDir, "store") }),
        shopName: () => content?.artist.name ?? "",
        language: () => content?.artist.language ?? "en",
        shows: () => [],
        clock,
        log,
      }),
    );
    guessable = findGuessableCards(catalogue?.current().settings.giftCards ?? []);
  }
  const missingPictures = read(() => withContentError(() => readPlacedShows(contentDir)))?.findMissingPictures();
  const artist = hasOwnShop ? content?.artist : undefined;
  const unfilled = [
    ...(content ? findUnfilledPlaceholders(content) : []),
    ...((artist && read(() => findUnfilledPolicyPlaceholders(contentDir, artist))) ?? []),
  ];
  return {
    mistakes: [...new Set(mistakes)],
    unfilled,
    missing: [...warnings.flatMap(filesIn), ...(missingPictures?.files ?? [])],
    releases,
    guessable,
  };
}

/** Finds broken pictures among those that no start has prepared. The prepared ones are known to be good. */
async function brokenPictures(contentDir: string, preparedDir: string, hasOwnShop: boolean): Promise<string[]> {
  const folders = ["images", MUSIC_FOLDER, ...(hasOwnShop ? ["store"] : [])];
  const known = readChecksums(preparedDir);
  const untried = folders
    .flatMap((name) => listOriginals({ prefix: "", folder: join(contentDir, name) }).originals)
    .filter((original) => !isPrepared(original, known, preparedDir));
  const broken = await findUnreadable(untried.slice(0, MOST_TRIED).map(({ path }) => path));
  return broken.map((path) => relative(contentDir, path).replaceAll("\\", "/"));
}

async function brokenRecordings(folder: string, releases: readonly Release[], cacheFile: string): Promise<string[]> {
  const known = readCachedMeasurements(cacheFile);
  const broken: string[] = [];
  for (const { file } of releases.flatMap(({ tracks }) => tracks)) {
    const path = file === undefined ? undefined : findFile(folder, file);
    const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    // Missing files are reported as missing.
    if (file === undefined || path === undefined || !found) continue;
    const before = Object.hasOwn(known, file) ? known[file] : undefined;
    if (before?.size === found.size && before.mtimeMs === found.mtimeMs) continue;
    await measure(path).catch(() => broken.push(`${MUSIC_FOLDER}/${file}`));
  }
  return broken;
}

/** Finds pictures by the names of their originals, without reading the files. */
function originalsOf(folder: Parameters<typeof listOriginals>[0]): FindPicture {
  const names = new Set(listOriginals(folder).originals.map(({ name }) => name));
  return (name, alt) =>
    names.has(name) ? { name, alt, width: 1, height: 1, version: "there", variants: [] } : undefined;
}

/** The files that a warning names. */
function filesIn(line: string): string[] {
  const { files }: { files?: unknown } = JSON.parse(line);
  return Array.isArray(files) ? files.map(String) : [];
}
