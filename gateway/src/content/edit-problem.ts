import { statSync } from "node:fs";
import { dirname } from "node:path";
import { hasPassed } from "../lib/has-passed.ts";

/** A file that has not changed for this long is no longer being written, in milliseconds. */
export const SETTLED_MS = 1_000;

/** What is wrong with the last edit of some files. */
interface EditProblem {
  /** The files have changed and cannot be used. The reason is reported once they have settled. */
  set(reason: string): void;
  /** Reports the reason if the files have settled since. */
  check(): void;
  /** The files have changed and can be used. */
  clear(): void;
  /** The last reason that was reported; undefined once it is cleared. */
  reported(): string | undefined;
}

/** Calls `report` once for each problem of the files at `paths`. */
type EditProblemOptions = { paths: readonly string[]; clock: () => Date; report: (reason: string) => void };

/**
 * Holds a problem back until the files have settled. While a file is uploaded, or written by an editor in two steps, it
 * may be unusable for a moment although the owner made no mistake.
 */
export function createEditProblem({ paths, clock, report }: EditProblemOptions): EditProblem {
  let pending: { reason: string; since: number } | undefined;
  let reported: string | undefined;

  function check(): void {
    if (pending === undefined || !hasPassed(pending.since, clock().getTime(), SETTLED_MS)) return;
    reported = pending.reason;
    pending = undefined;
    report(reported);
  }

  return {
    set(reason) {
      const now = clock().getTime();
      // The files may have changed long before this check. A time in the future is wrong, so the current time counts.
      const written = lastWrittenAt(paths);
      pending = { reason, since: written === undefined || written > now ? now : written };
      check();
    },
    check,
    clear() {
      pending = undefined;
      reported = undefined;
    },
    reported: () => reported,
  };
}

/** Time of the last change to any of the files, in milliseconds since 1970. For a missing file, its folder counts. */
function lastWrittenAt(paths: readonly string[]): number | undefined {
  const found = paths.flatMap((path) => statIfThere(path) ?? statIfThere(dirname(path)) ?? []);
  return found.length === 0 ? undefined : Math.max(...found.map(({ mtimeMs }) => mtimeMs));
}

function statIfThere(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // The process may not read the file, or the file is a symbolic link to itself.
    return undefined;
  }
}
