import type { WaitingName } from "./waiting-letters.ts";

/** How long a letter that is found late is tried all the same, in milliseconds: a clock may run ahead for a while. */
export const TRIED_LATE_MS = 60 * 60 * 1000;

/**
 * Tells a letter that is late from one that a clock calls late which runs ahead, as after a start without a network: it
 * has to be found late for a good while.
 *
 * @param now milliseconds on a clock that nobody sets
 * @returns takes all that a look finds late, and answers with those to be given up
 */
export function createLateEmails(now: () => number): (late: readonly WaitingName[]) => ReadonlySet<WaitingName> {
  let since: ReadonlyMap<string, number> = new Map();
  return (late) => {
    since = new Map(late.map((letter) => [keyOf(letter), since.get(keyOf(letter)) ?? now()]));
    return new Set(late.filter((letter) => now() - (since.get(keyOf(letter)) ?? now()) >= TRIED_LATE_MS));
  };
}

/** What stays of a name over each try. */
function keyOf({ name }: WaitingName): string {
  return name.replace(/\.after-.*/, "");
}
