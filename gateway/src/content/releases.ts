import { join } from "node:path";
import type { Logger } from "../lib/log.ts";
import { readText } from "../lib/read-text.ts";
import { hasUsableEnding, SAVE_AS_USABLE } from "../media/pictures/originals.ts";
import { ContentError, refusing } from "./content.ts";
import { findFile, otherCapitals } from "./file-names.ts";
import { createHeldMistake } from "./held-mistake.ts";
import type { Mistake, OwnersFile } from "./owners-file.ts";
import { checkReleases, ReleasesFileSchema } from "./releases-file.ts";
import { stampOf } from "./stamp.ts";
import { readYamlFile } from "./yaml-file.ts";

/** A song of a release. `file` is its recording, a path in {@link MUSIC_FOLDER}; absent where none is offered. */
export type Track = { title: string; file?: string };

/** An album or a single, as the owner's file has it. */
export type Release = {
  name: string;
  type: "album" | "single";
  /** `2022`, `2022-06` or `2022-06-03`. */
  released: string;
  /** Picture file in {@link MUSIC_FOLDER}. */
  cover?: string;
  /** Address at Spotify, with https. */
  spotify?: string;
  tracks: readonly Track[];
};

/** The owner's releases, looked at again whenever they are asked for. */
export interface Releases {
  /** In the order of the file. The same array until the file has changed. */
  list(): readonly Release[];
  /** What is wrong with the last edit, while the list of before stays; undefined when nothing is. */
  trouble(): string | undefined;
  /** Which files it names that are not there; undefined when all of them are. */
  leftOut(): string | undefined;
}

/** What the releases are read from. */
export type ReleasesOptions = { contentDir: string; clock: () => Date; log: Logger };

/** Folder of the owner's music in the content folder. */
export const MUSIC_FOLDER = "music";
/** The owner's releases, as the owner knows the file. */
const RELEASES_FILE = `${MUSIC_FOLDER}/albums.yaml`;

/**
 * The releases of `content/music/albums.yaml`; none where it is missing at the start. A broken edit is logged once,
 * when it has stood still, and the last good list stays, as it does when the file goes.
 *
 * @throws {ContentError} when the file cannot be used at the start; it names the file, the line and the mistake
 */
export function createReleases({ contentDir, clock, log }: ReleasesOptions): Releases {
  const path = join(contentDir, RELEASES_FILE);
  const mistake = createHeldMistake({
    paths: [path],
    clock,
    tell: (reason) => log.error({ reason }, "an edit of the music cannot be used; the last good one stays"),
  });
  /** Says where something stands in the file that the releases came from. */
  let inWords: OwnersFile<unknown>["sentenceOf"] | undefined;
  let stamp = stampOf(path);
  let releases = refusing(() => read() ?? []);

  function read(): readonly Release[] | undefined {
    const source = readText(contentDir, RELEASES_FILE);
    if (source === undefined) return undefined;
    const { value, refuse, sentenceOf } = readYamlFile(RELEASES_FILE, source, ReleasesFileSchema);
    refuse(checkReleases(value.albums));
    const missing = missingFiles(join(contentDir, MUSIC_FOLDER), value.albums);
    inWords = sentenceOf;
    if (missing.length > 0) {
      const files = missing.map(({ file }) => file);
      log.warn({ files, reason: sentenceOf(missing) }, "files of the music are left out");
    }
    return value.albums;
  }

  function readAgain(): readonly Release[] {
    const latest = read();
    if (latest) return latest;
    if (releases.length > 0) throw new Error(`${RELEASES_FILE} is gone; put it back, or write \`albums: []\` into it`);
    return releases;
  }

  return {
    list() {
      const next = stampOf(path);
      if (next === stamp) {
        mistake.look();
        return releases;
      }
      stamp = next;
      try {
        releases = refusing(readAgain);
        mistake.drop();
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        mistake.hold(error.message);
      }
      return releases;
    },
    trouble: mistake.told,
    leftOut() {
      // Looked for anew: a recording may have been put there since.
      const missing = missingFiles(join(contentDir, MUSIC_FOLDER), releases);
      return missing.length > 0 ? inWords?.(missing) : undefined;
    },
  };
}

function missingFiles(folder: string, albums: readonly Release[]): (Mistake & { file: string })[] {
  const named = albums.flatMap(({ cover, tracks }, album) => [
    { file: cover, path: ["albums", album, "cover"] },
    ...tracks.map(({ file }, at) => ({ file, path: ["albums", album, "tracks", at, "file"] })),
  ]);
  return named.flatMap(({ file, path }) => {
    if (file === undefined) return [];
    if (findFile(folder, file) === undefined) {
      return { file, path, sentence: `${file} is not in content/music${otherCapitals(folder, file)}` };
    }
    if (path.at(-1) !== "cover" || hasUsableEnding(file)) return [];
    return { file, path, sentence: `${file} ${SAVE_AS_USABLE}` };
  });
}
