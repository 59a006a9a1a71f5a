import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";
import { STILL_MS } from "./held-mistake.ts";

/** What is watched, and what to do when something there was saved. */
export type WatchOptions = {
  contentDir: string;
  /** Looks at the files, as a visit does. */
  look: () => void;
  /** Says that a folder cannot be watched, and is looked at from time to time instead. */
  onUnwatched: (error: unknown) => void;
  /** Told of a look that failed for a reason nobody foresaw; the next one is made all the same. */
  onError: (error: unknown) => void;
  /** Node's own; for tests another. */
  watchFolder?: WatchFolder;
};

type WatchFolder = (
  folder: string,
  onChange: () => void,
  onError: (error: unknown) => void,
) => Pick<FSWatcher, "close">;

/** Folders that are watched. Files are not: most editors save by putting another file in the place of the old one. */
const FOLDERS = [".", "images", "music", "store"];
/** An editor that saves makes several changes within this time, in milliseconds. */
const SETTLE_MS = 150;
/** By then an edit has stood still, and a mistake in it is one, in milliseconds. */
const MISTAKE_MS = STILL_MS + 400;
/** How often folders are looked at that cannot be watched, in milliseconds. */
const POLL_MS = 5_000;

/**
 * Looks at the owner's files as soon as one of them is saved, so that a mistake is told then and not when somebody next
 * loads a page. Where the system cannot watch folders, they are looked at every few seconds.
 *
 * @returns ends the watching
 */
export function watchContent(options: WatchOptions): () => void {
  const { contentDir, onUnwatched, onError, watchFolder = watchWithNode } = options;
  const watched = new Map<string, { id: string; watcher: Pick<FSWatcher, "close"> }>();
  const timers = new Set<NodeJS.Timeout>();
  let poll: NodeJS.Timeout | undefined;

  /** Watches folders that have come, and those in whose place another stands now. */
  function watchAll(): void {
    for (const name of FOLDERS) {
      const folder = join(contentDir, name);
      const id = idOf(folder);
      const known = watched.get(folder);
      if (known?.id === id) continue;
      known?.watcher.close();
      watched.delete(folder);
      if (id === undefined) {
        // The folder that all others are in may come back, which nothing would tell.
        if (name === ".") pollFrom();
        continue;
      }
      try {
        watched.set(folder, { id, watcher: watchFolder(folder, onChange, giveUp) });
      } catch (error) {
        giveUp(error);
      }
    }
  }

  function look(): void {
    try {
      watchAll();
      options.look();
    } catch (error) {
      onError(error);
    }
  }

  function giveUp(error: unknown): void {
    if (poll === undefined) onUnwatched(error);
    pollFrom();
  }

  function pollFrom(): void {
    poll ??= setInterval(look, POLL_MS).unref();
  }

  function onChange(): void {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    for (const pause of [SETTLE_MS, MISTAKE_MS]) {
      timers.add(setTimeout(look, pause).unref());
    }
  }

  watchAll();
  return () => {
    for (const timer of timers) clearTimeout(timer);
    clearInterval(poll);
    for (const { watcher } of watched.values()) watcher.close();
    watched.clear();
  };
}

function watchWithNode(folder: string, onChange: () => void, onError: (error: unknown) => void): FSWatcher {
  return watch(folder, { persistent: false }, onChange).on("error", onError);
}

/** Tells a folder from another that has been put in its place; undefined where there is none. */
function idOf(folder: string): string | undefined {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    // It may not be looked at, which the readers of its files tell.
    return undefined;
  }
}
