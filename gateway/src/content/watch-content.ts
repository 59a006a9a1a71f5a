import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";
import { SETTLED_MS } from "./edit-problem.ts";

type WatchOptions = {
  contentDir: string;
  /** Checks the files for changes, as a visit does. */
  checkFiles: () => void;
  /** Called when a folder cannot be watched and is polled instead. */
  onUnwatched: (error: unknown) => void;
  /** Called when a check fails unexpectedly. Checks continue. */
  onError: (error: unknown) => void;
  /** Replaces `fs.watch` in tests. */
  watchFolder?: WatchFolder;
};

type WatchFolder = (
  folder: string,
  onChange: () => void,
  onError: (error: unknown) => void,
) => Pick<FSWatcher, "close">;

/** Folders are watched, not files: most editors save by replacing the file. */
const FOLDERS = [".", "images", "music", "store"];
/** An editor makes several changes within this time when it saves, in milliseconds. */
const SETTLE_MS = 150;
/** After this time an edit has settled and its problem is reported, in milliseconds. */
const REPORT_MS = SETTLED_MS + 400;
/** Pause between checks of folders that cannot be watched, in milliseconds. */
const POLL_MS = 5_000;

/**
 * Checks the content folder whenever a file in it is saved, so that a problem is reported at once, not at the next
 * visit. Folders that the system cannot watch are polled.
 *
 * @returns a function that stops watching
 */
export function watchContent(options: WatchOptions): () => void {
  const { contentDir, checkFiles, onUnwatched, onError, watchFolder = watchWithNode } = options;
  const watched = new Map<string, { id: string; watcher: Pick<FSWatcher, "close"> }>();
  const timers = new Set<NodeJS.Timeout>();
  let poll: NodeJS.Timeout | undefined;

  /** Watches new folders, and those that were replaced. */
  function watchAll(): void {
    for (const name of FOLDERS) {
      const folder = join(contentDir, name);
      const id = findFolderId(folder);
      const known = watched.get(folder);
      if (known?.id === id) continue;
      known?.watcher.close();
      watched.delete(folder);
      if (id === undefined) {
        // If the content folder itself was missing, no watcher reports when it exists again.
        if (name === ".") startPolling();
        continue;
      }
      try {
        watched.set(folder, { id, watcher: watchFolder(folder, onChange, giveUp) });
      } catch (error) {
        giveUp(error);
      }
    }
  }

  function check(): void {
    try {
      watchAll();
      checkFiles();
    } catch (error) {
      onError(error);
    }
  }

  function giveUp(error: unknown): void {
    if (poll === undefined) onUnwatched(error);
    startPolling();
  }

  function startPolling(): void {
    poll ??= setInterval(check, POLL_MS).unref();
  }

  function onChange(): void {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    for (const pause of [SETTLE_MS, REPORT_MS]) {
      timers.add(setTimeout(check, pause).unref());
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

/** Identifies a folder, so that a replaced one is noticed; undefined if there is none. */
function findFolderId(folder: string): string | undefined {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    // The folder cannot be read. The code that reads its files reports that.
    return undefined;
  }
}
