import type { Dice } from "../dice.ts";

/** How many are looked at before a visitor gives up. */
const LOOKS = 12;

/** One of the books that nobody else does anything about just now; undefined where none is found soon. */
export function aFree<T extends { isBusy: boolean }>(
  all: ReadonlyMap<string, T>,
  dice: Dice,
  fits: (one: T) => boolean,
): T | undefined {
  const everybody = [...all.values()];
  for (let look = 0; look < LOOKS; look += 1) {
    const one = everybody[dice.below(everybody.length)];
    if (one && !one.isBusy && fits(one)) return one;
  }
  return undefined;
}
