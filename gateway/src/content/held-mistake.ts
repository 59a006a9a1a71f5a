import { statSync } from "node:fs";
import { dirname } from "node:path";
import { hasPassed } from "../lib/has-passed.ts";

/** A file that has been as it is for so long is no longer being written, in milliseconds. */
export const STILL_MS = 1_000;

/** What is wrong with an edit, told when it is one: not while the files are still being written. */
export interface HeldMistake {
  /** The files have changed, and cannot be used as they are now. */
  hold(reason: string): void;
  /** The files are as they were at the last look. */
  look(): void;
  /** They have changed and can be used. */
  drop(): void;
  /** The last mistake that was told, until it is mended. */
  told(): string | undefined;
}

/** What a mistake is held by. `paths` are those of the files; `tell` is called once for each mistake. */
export type HeldMistakeOptions = { paths: readonly string[]; clock: () => Date; tell: (reason: string) => void };

/**
 * Keeps a mistake in the owner's files until they have stood still. One that is being uploaded, or that an editor writes
 * in two pieces, cannot be used for a moment, and nobody has made a mistake.
 */
export function createHeldMistake({ paths, clock, tell }: HeldMistakeOptions): HeldMistake {
  let held: { reason: string; since: number } | undefined;
  let told: string | undefined;

  function look(): void {
    if (held === undefined || !hasPassed(held.since, clock().getTime(), STILL_MS)) return;
    told = held.reason;
    held = undefined;
    tell(told);
  }

  return {
    hold(reason) {
      const now = clock().getTime();
      // Where nobody has looked since, the file says itself when it was written. One from the future says nothing.
      const written = lastWrittenAt(paths);
      held = { reason, since: written === undefined || written > now ? now : written };
      look();
    },
    look,
    drop() {
      held = undefined;
      told = undefined;
    },
    told: () => told,
  };
}

/**
 * When the latest of some files was written, in milliseconds since 1970; undefined where nothing tells. Of one that is
 * gone its folder does.
 */
function lastWrittenAt(paths: readonly string[]): number | undefined {
  const found = paths.flatMap((path) => statIfThere(path) ?? statIfThere(dirname(path)) ?? []);
  return found.length === 0 ? undefined : Math.max(...found.map(({ mtimeMs }) => mtimeMs));
}

function statIfThere(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // It may not be looked at, or leads to itself.
    return undefined;
  }
}
