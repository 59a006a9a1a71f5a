/** Chance that falls the same way each time for the same seed. */
export type Dice = {
  /** From 0 up to, not including, 1. */
  share: () => number;
  /** A whole number from 0 up to, not including, the end. */
  below: (end: number) => number;
  /** Whether something happens that does so in such a share of cases. */
  happens: (share: number) => boolean;
  /** One of several. */
  oneOf: <T>(choices: readonly [T, ...T[]]) => T;
};

/** Dice of a seed. Source: the generator "mulberry32" by Tommy Ettinger, in the public domain. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number) => Math.floor(share() * end);
  return {
    share,
    below,
    happens: (part) => share() < part,
    // The first stands in where an index could be none, which it never is.
    oneOf: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}
