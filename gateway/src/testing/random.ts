/** Random values that are the same for the same seed. */
export type Random = {
  /** From 0 to below 1. */
  share: () => number;
  /** A whole number from 0 to below `end`. */
  below: (end: number) => number;
  /** True in this share of calls. */
  happens: (share: number) => boolean;
  /** One of the choices. */
  oneOf: <T>(choices: readonly [T, ...T[]]) => T;
};

/** Source: the generator "mulberry32" by Tommy Ettinger, in the public domain. */
export function createRandom(seed: number): Random {
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
    // The index always exists. The fallback only satisfies the type checker.
    oneOf: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}
