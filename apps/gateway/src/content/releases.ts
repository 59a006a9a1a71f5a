import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../log.ts";
import { ContentError } from "./content.ts";
import { checkReleases, ReleasesFileSchema } from "./releases-file.ts";
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
}

/** Folder of the owner's music in the content folder. */
export const MUSIC_FOLDER = "music";
/** The owner's releases, as the owner knows the file. */
export const RELEASES_FILE = `${MUSIC_FOLDER}/albums.yaml`;

/**
 * The releases of `content/music/albums.yaml`; none where it is missing. A broken edit is logged once and the last good
 * list stays.
 *
 * @throws {ContentError} when the file cannot be used at the start; it names the file, the line and the mistake
 */
export function createReleases({ contentDir, log }: { contentDir: string; log: Logger }): Releases {
  const path = join(contentDir, RELEASES_FILE);
  let stamp = stampOf(path);
  let releases = read(path);
  warnOfMissingFiles();

  function warnOfMissingFiles(): void {
    const files = releases.flatMap(({ cover, tracks }) => [cover, ...tracks.map(({ file }) => file)]);
    const missing = files.filter((file) => file !== undefined && !existsSync(join(contentDir, MUSIC_FOLDER, file)));
    if (missing.length > 0) log.warn({ files: missing }, `files that ${RELEASES_FILE} names are not in content/music`);
  }

  return {
    list() {
      const next = stampOf(path);
      if (next === stamp) return releases;
      stamp = next;
      try {
        releases = read(path);
        warnOfMissingFiles();
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        log.error({ reason: error.message }, "an edit of the music cannot be used; the last good one stays");
      }
      return releases;
    },
  };
}

function read(path: string): readonly Release[] {
  if (!existsSync(path)) return [];
  try {
    const { value, refuse } = readYamlFile(RELEASES_FILE, readFileSync(path, "utf8"), ReleasesFileSchema);
    refuse(checkReleases(value.albums));
    return value.albums;
  } catch (cause) {
    throw new ContentError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs}:${found.size}` : "-";
}
