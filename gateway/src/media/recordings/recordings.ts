import { statSync } from "node:fs";
import { join } from "node:path";
import type { AlbumRecordings, Recording } from "@porchlight/protocol/music.ts";
import type { UnreadableFile } from "../../content/content-problems.ts";
import { findFileInside, findRealPath, normaliseName } from "../../content/file-names.ts";
import { MUSIC_FOLDER, type Releases } from "../../content/releases.ts";
import type { Release, Track } from "../../content/releases-file.ts";
import type { Logger } from "../../lib/log.ts";
import { createNotices, type Notice } from "../../lib/notices.ts";
import { findAudioType, type Measured } from "./measure.ts";
import { measureFiles, type Unmeasured } from "./measure-files.ts";
import { type CachedMeasurements, readCachedMeasurements, writeCachedMeasurements } from "./measurement-cache.ts";

/** An audio file to send. Size and time are those of the bytes that `version` identifies. */
type AudioFile = { path: string; contentType: string; version: string; size: number; mtimeMs: number };

/** The artist's own recordings, as the releases name them. */
export interface Recordings {
  /** Measures new and changed recordings, and drops deleted ones. */
  refresh(): Promise<void>;
  /** Whether recordings have changed since the last refresh. Reads only names, sizes and times. */
  hasChanged(): boolean;
  /** Files that could not be read at the last refresh. */
  unreadable(): readonly UnreadableFile[];
  /**
   * The songs of each release, in the order of `albums.yaml` and with the current titles. A song is silent while it has
   * no file that plays. A new file plays after the next refresh. Returns the same list until something in it changes.
   */
  list(): readonly AlbumRecordings[];
  /** Finds the file for a path below `/audio/`, if a release names it. */
  file(path: string): AudioFile | undefined;
}

/** `cacheFile` holds the measurements, so that each recording is read only once. The file can be made again. */
type RecordingsOptions = { contentDir: string; cacheFile: string; releases: Releases; log: Logger };

/** A recording on disk; `path` has no links. */
type Located = { path: string; size: number; mtimeMs: number };

/** Creates the recordings of `content/music`. Files that cannot be played are logged and left out. */
export function createRecordings({ contentDir, cacheFile, releases, log }: RecordingsOptions): Recordings {
  const folder = join(contentDir, MUSIC_FOLDER);
  const reportUnreadable = createNotices((fields, message) => log.error(fields, message));
  let files = new Map<string, AudioFile>();
  let known: ReadonlyMap<string, Measured> = new Map();
  let listedFrom: readonly Release[] = [];
  let recordings: readonly AlbumRecordings[] = [];
  let unreadable: readonly UnreadableFile[] = [];
  let stamp = "";
  let running: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const wanted = releases.list();
    const located = locate(folder, wanted);
    // The stamp dates from before the files were read, so the next check detects a change made meanwhile.
    stamp = toStamp(wanted, located);
    const cached = readCachedMeasurements(cacheFile);
    const present = [...located].flatMap(([file, found]) => (found ? [{ file, found }] : []));
    const changed = present.filter(({ file, found }) => !cachedOf(file, found, cached));
    const fresh = await measureFiles(changed.map(({ found }) => found.path));
    const next: CachedMeasurements = {};
    const playable = new Map<string, Measured>();
    const broken: UnreadableFile[] = [];
    const notices: Notice[] = [];
    for (const { file, found } of present) {
      const measured = cachedOf(file, found, cached) ?? fresh.get(found.path);
      // The map has each of the paths.
      if (!measured) continue;
      if ("reason" in measured) {
        broken.push({ path: join(folder, file), isShown: false });
        notices.push(toNotice(file, found, measured));
        continue;
      }
      const { seconds, version } = measured;
      playable.set(file, { seconds, version });
      next[file] = { seconds, version, size: found.size, mtimeMs: found.mtimeMs };
    }
    reportUnreadable(notices);
    writeCache(cached, next);
    unreadable = broken;
    files = new Map([...playable].flatMap(([file, { version }]) => toAudioFile(file, version, located.get(file))));
    known = playable;
    updateList(wanted);
  }

  /** Writes the cache. If that fails, as on a full disk, the next start measures the recordings again. */
  function writeCache(before: CachedMeasurements, now: CachedMeasurements): void {
    try {
      writeCachedMeasurements(cacheFile, before, now);
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      log.warn({ reason }, "the lengths of recordings could not be cached");
    }
  }

  function updateList(from: readonly Release[]): void {
    listedFrom = from;
    const latest = from.flatMap((release) => toAlbumRecordings(release, known));
    if (JSON.stringify(latest) !== JSON.stringify(recordings)) recordings = latest;
  }

  return {
    refresh() {
      running ??= refresh().finally(() => {
        running = undefined;
      });
      return running;
    },
    hasChanged() {
      const wanted = releases.list();
      return toStamp(wanted, locate(folder, wanted)) !== stamp;
    },
    unreadable: () => unreadable,
    list() {
      const latest = releases.list();
      // New titles show at once. Otherwise a renamed album would have no recordings until the next refresh.
      if (latest !== listedFrom) updateList(latest);
      return recordings;
    },
    file: (path) => files.get(normaliseName(path)),
  };
}

/** The cached measurements of a file that has not changed since. */
function cachedOf(file: string, { size, mtimeMs }: Located, cached: CachedMeasurements): Measured | undefined {
  const before = Object.hasOwn(cached, file) ? cached[file] : undefined;
  return before?.size === size && before.mtimeMs === mtimeMs ? before : undefined;
}

function toNotice(file: string, { size, mtimeMs }: Located, { reason, verb }: Unmeasured): Notice {
  return {
    fields: { file, reason },
    message: `this recording cannot be ${verb}; it is left out`,
    version: `${size}:${mtimeMs}`,
  };
}

/**
 * Finds the files that releases name. The value is undefined if a file is missing, is not a regular file or is outside.
 */
function locate(folder: string, releases: readonly Release[]): Map<string, Located | undefined> {
  const names = releases.flatMap(({ tracks }) => tracks.flatMap(({ file }) => file ?? []));
  const root = findRealPath(folder);
  return new Map(names.map((name) => [name, root === undefined ? undefined : locateOne(root, name)]));
}

function locateOne(root: string, name: string): Located | undefined {
  const path = findFileInside(root, name);
  if (path === undefined) return undefined;
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? { path, size: found.size, mtimeMs: found.mtimeMs } : undefined;
}

function toStamp(releases: readonly Release[], located: Map<string, Located | undefined>): string {
  const tracks = releases.map(({ name, tracks }) => [name, tracks]);
  return JSON.stringify([tracks, ...located.values()]);
}

function toAudioFile(file: string, version: string, found: Located | undefined): [string, AudioFile][] {
  const contentType = findAudioType(file);
  return found && contentType ? [[file, { ...found, contentType, version }]] : [];
}

function toAlbumRecordings({ name, tracks }: Release, known: ReadonlyMap<string, Measured>): AlbumRecordings[] {
  if (tracks.length === 0) return [];
  const found = tracks.map((track, place) => ({ title: track.title, place, recording: toRecording(track, known) }));
  const silent = found.flatMap(({ title, place, recording }) => (recording ? [] : [{ title, place }]));
  const recordings = found.flatMap(({ recording }) => recording ?? []);
  return [{ album: name, recordings, ...(silent.length > 0 && { silent }) }];
}

function toRecording({ title, file }: Track, known: ReadonlyMap<string, Measured>): Recording | undefined {
  const measured = file === undefined ? undefined : known.get(file);
  if (file === undefined || !measured) return undefined;
  const address = file.split("/").map(encodeURIComponent).join("/");
  return { title, url: `/audio/${address}?v=${measured.version}`, seconds: measured.seconds };
}
