import { join } from "node:path";
import type { Logger } from "../lib/log.ts";
import { readText } from "../lib/read-text.ts";
import { ContentError, withContentError } from "./content.ts";
import type { ContentFile, Issue } from "./content-file.ts";
import { createEditProblem } from "./edit-problem.ts";
import { findFile, suggestOtherCase } from "./file-names.ts";
import { fileStamp } from "./file-stamp.ts";
import { isUsablePicture, UNUSABLE_FORMAT } from "./originals.ts";
import { checkReleases, type Release, ReleasesFileSchema } from "./releases-file.ts";
import { readYamlFile } from "./yaml-file.ts";

/** The owner's releases. Each call of `list` checks the file for changes. */
export interface Releases {
  /** Lists the releases in the order of the file. Returns the same array until the file changes. */
  list(): readonly Release[];
  /** What is wrong with the last edit; undefined if nothing is. A broken edit does not change the list. */
  problem(): string | undefined;
  /** Which files `albums.yaml` names although they are missing or cannot be used; undefined if all can be used. */
  missing(): string | undefined;
}

type ReleasesOptions = { contentDir: string; clock: () => Date; log: Logger };

/** Folder of the owner's music in the content folder. */
export const MUSIC_FOLDER = "music";
/** The file's path as the owner knows it. */
const RELEASES_FILE = `${MUSIC_FOLDER}/albums.yaml`;

/**
 * Reads the releases of `content/music/albums.yaml`. If the file is missing at the start, there are none. If an edit
 * breaks or deletes the file, the last good list stays, and the problem is logged once the edit has settled.
 *
 * @throws {ContentError} if the file cannot be used at the start; it names the file, the line and the issue
 */
export function createReleases({ contentDir, clock, log }: ReleasesOptions): Releases {
  const path = join(contentDir, RELEASES_FILE);
  const musicDir = join(contentDir, MUSIC_FOLDER);
  const problem = createEditProblem({
    paths: [path],
    clock,
    report: (reason) => log.error({ reason }, "an edit of the music cannot be used; the last good one stays"),
  });
  let formatIssues: ContentFile<unknown>["formatIssues"] | undefined;
  let stamp = fileStamp(path);
  let releases = withContentError(() => read() ?? []);

  function read(): readonly Release[] | undefined {
    const source = readText(contentDir, RELEASES_FILE);
    if (source === undefined) return undefined;
    const { file, missing } = parseReleases(source, musicDir);
    formatIssues = file.formatIssues;
    if (missing.length > 0) {
      const files = missing.map(({ file }) => file);
      log.warn({ files, reason: formatIssues(missing) }, "files of the music are left out");
    }
    return file.value.albums;
  }

  function readAgain(): readonly Release[] {
    const latest = read();
    if (latest) return latest;
    if (releases.length > 0) throw new Error(`${RELEASES_FILE} is gone; put it back, or write \`albums: []\` into it`);
    return releases;
  }

  return {
    list() {
      const next = fileStamp(path);
      if (next === stamp) {
        problem.check();
        return releases;
      }
      stamp = next;
      try {
        releases = withContentError(readAgain);
        problem.clear();
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        problem.set(error.message);
      }
      return releases;
    },
    problem: problem.reported,
    missing() {
      // Files may have been added since the list was read.
      const missing = findMissingFiles(musicDir, releases);
      return missing.length > 0 ? formatIssues?.(missing) : undefined;
    },
  };
}

/**
 * Parses the text of `albums.yaml`.
 *
 * @returns the file, and the issues of files that it names but that are missing or cannot be used
 * @throws {Error} with a message that names the file, the lines and the issues
 */
export function parseReleases(source: string, musicDir: string) {
  const file = readYamlFile(RELEASES_FILE, source, ReleasesFileSchema);
  file.throwIssues(checkReleases(file.value.albums));
  return { file, missing: findMissingFiles(musicDir, file.value.albums) };
}

function findMissingFiles(folder: string, albums: readonly Release[]): (Issue & { file: string })[] {
  const named = albums.flatMap(({ cover, tracks }, album) => [
    { file: cover, path: ["albums", album, "cover"] },
    ...tracks.map(({ file }, at) => ({ file, path: ["albums", album, "tracks", at, "file"] })),
  ]);
  return named.flatMap(({ file, path }) => {
    if (file === undefined) return [];
    if (findFile(folder, file) === undefined) {
      return { file, path, message: `${file} is not in content/music${suggestOtherCase(folder, file)}` };
    }
    if (path.at(-1) !== "cover" || isUsablePicture(file)) return [];
    return { file, path, message: `${file} ${UNUSABLE_FORMAT}` };
  });
}
