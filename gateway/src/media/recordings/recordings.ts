import { realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { AlbumRecordings, Recording } from "@porchlight/protocol/music.ts";
import type { Unreadable } from "../../content/content-problems.ts";
import { asCompared, findFile } from "../../content/file-names.ts";
import { MUSIC_FOLDER, type Release, type Releases, type Track } from "../../content/releases.ts";
import type { Logger } from "../../lib/log.ts";
import { createNotices, type Notice } from "../../lib/notices.ts";
import { type CachedMeasurements, readCachedMeasurements, writeCachedMeasurements } from "./kept-measures.ts";
import { AudioError, audioTypeOf, type Measured, measure } from "./measure.ts";

/** An audio file to be sent. Size and time are those of the bytes that `version` stands for. */
export type AudioFile = { path: string; contentType: string; version: string; size: number; mtimeMs: number };

/** The artist's own recordings, as the releases name them. */
export interface Recordings {
  /** Reads what is new or changed and drops what is gone. */
  refresh(): Promise<void>;
  /** Whether files have come, gone or changed since the last refresh; reads names, sizes and times only. */
  hasChanged(): boolean;
  /** Files that could not be read at the last refresh. */
  unreadable(): readonly Unreadable[];
  /**
   * Songs of each release that names some, in the order of the file and by the words that stand there now. A song is
   * silent while it has no file that plays; one whose file is new plays with the next refresh. The same list until
   * something in it changed.
   */
  list(): readonly AlbumRecordings[];
  /** The file behind `/audio/…`, a path below `/audio/`. Only what a release names is there. */
  file(path: string): AudioFile | undefined;
}

/** What recordings are read from. `cacheFile` keeps their lengths, so that they are read once; it can be made again. */
export type RecordingsOptions = { contentDir: string; cacheFile: string; releases: Releases; log: Logger };

/** A file of the owner's folder at its real place. */
type Located = { path: string; size: number; mtimeMs: number };

/** Recordings from `content/music`. What cannot be played is logged and left out; the rest is there. */
export function createRecordings({ contentDir, cacheFile, releases, log }: RecordingsOptions): Recordings {
  const folder = join(contentDir, MUSIC_FOLDER);
  const tell = createNotices((fields, message) => log.error(fields, message));
  let files = new Map<string, AudioFile>();
  let known: ReadonlyMap<string, Measured> = new Map();
  let madeFrom: readonly Release[] = [];
  let recordings: readonly AlbumRecordings[] = [];
  let unreadable: readonly Unreadable[] = [];
  let seen = "";
  let under: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const wanted = releases.list();
    const located = locate(folder, wanted);
    // As it was before the files were read: a change meanwhile is met by the next look.
    seen = stampOf(wanted, located);
    const kept = readCachedMeasurements(cacheFile);
    const next: CachedMeasurements = {};
    const playable = new Map<string, Measured>();
    const broken: Unreadable[] = [];
    const notices: Notice[] = [];
    for (const [file, found] of located) {
      if (!found) continue;
      const measured = await measureOnce(file, found, kept);
      if ("message" in measured) {
        broken.push({ path: join(folder, file), isShown: false });
        notices.push(measured);
        continue;
      }
      playable.set(file, measured);
      next[file] = { ...measured, size: found.size, mtimeMs: found.mtimeMs };
    }
    tell(notices);
    keepMeasures(kept, next);
    unreadable = broken;
    files = new Map([...playable].flatMap(([file, { version }]) => toSend(file, version, located.get(file))));
    known = playable;
    make(wanted);
  }

  /** A disk that is full costs reading the recordings again at the next start; till then they are all there. */
  function keepMeasures(before: CachedMeasurements, now: CachedMeasurements): void {
    try {
      writeCachedMeasurements(cacheFile, before, now);
    } catch (error) {
      log.warn(
        { reason: error instanceof Error ? error.message : error },
        "the lengths of recordings could not be kept",
      );
    }
  }

  function make(from: readonly Release[]): void {
    madeFrom = from;
    const latest = from.flatMap((release) => recordingsOf(release, known));
    if (JSON.stringify(latest) !== JSON.stringify(recordings)) recordings = latest;
  }

  /** What is known of a recording, or what there is to say of one that cannot be played. */
  async function measureOnce(file: string, found: Located, kept: CachedMeasurements): Promise<Measured | Notice> {
    const before = Object.hasOwn(kept, file) ? kept[file] : undefined;
    if (before?.size === found.size && before.mtimeMs === found.mtimeMs) return before;
    try {
      return await measure(found.path);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const what = error instanceof AudioError ? "played" : "read";
      return {
        fields: { file, reason },
        message: `this recording cannot be ${what}; it is left out`,
        version: `${found.size}:${found.mtimeMs}`,
      };
    }
  }

  return {
    refresh() {
      under ??= refresh().finally(() => {
        under = undefined;
      });
      return under;
    },
    hasChanged() {
      const wanted = releases.list();
      return stampOf(wanted, locate(folder, wanted)) !== seen;
    },
    unreadable: () => unreadable,
    list() {
      const latest = releases.list();
      // Words need no reading of files, and an album under a new name would seem to have no recordings till then.
      if (latest !== madeFrom) make(latest);
      return recordings;
    },
    file: (path) => files.get(asCompared(path)),
  };
}

/** Where the files that releases name really are; undefined for what is missing, no file, or outside of the folder. */
function locate(folder: string, releases: readonly Release[]): Map<string, Located | undefined> {
  const names = releases.flatMap(({ tracks }) => tracks.flatMap(({ file }) => file ?? []));
  const root = realPathOf(folder);
  return new Map(names.map((name) => [name, root === undefined ? undefined : locateOne(root, name)]));
}

function locateOne(root: string, name: string): Located | undefined {
  const named = findFile(root, name);
  const path = named === undefined ? undefined : realPathOf(named);
  // A link may lead out of the folder; what it leads to is none of the public's.
  if (!path?.startsWith(root + sep)) return undefined;
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? { path, size: found.size, mtimeMs: found.mtimeMs } : undefined;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function stampOf(releases: readonly Release[], located: Map<string, Located | undefined>): string {
  const tracks = releases.map(({ name, tracks }) => [name, tracks]);
  return JSON.stringify([tracks, ...located.values()]);
}

function toSend(file: string, version: string, found: Located | undefined): [string, AudioFile][] {
  const contentType = audioTypeOf(file);
  return found && contentType ? [[file, { ...found, contentType, version }]] : [];
}

function recordingsOf({ name, tracks }: Release, known: ReadonlyMap<string, Measured>): AlbumRecordings[] {
  if (tracks.length === 0) return [];
  const found = tracks.map((track, place) => ({ title: track.title, place, recording: recordingOf(track, known) }));
  const silent = found.flatMap(({ title, place, recording }) => (recording ? [] : [{ title, place }]));
  const recordings = found.flatMap(({ recording }) => recording ?? []);
  return [{ album: name, recordings, ...(silent.length > 0 && { silent }) }];
}

function recordingOf({ title, file }: Track, known: ReadonlyMap<string, Measured>): Recording | undefined {
  const measured = file === undefined ? undefined : known.get(file);
  if (file === undefined || !measured) return undefined;
  const address = file.split("/").map(encodeURIComponent).join("/");
  return { title, url: `/audio/${address}?v=${measured.version}`, seconds: measured.seconds };
}
