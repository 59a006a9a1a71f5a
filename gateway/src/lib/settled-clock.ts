/** By how much the clock may differ from a steady one between two calls, in milliseconds. */
const JUMP_MS = 30_000;
/**
 * How long the clock has to be right, in milliseconds. After a machine's start it may be wrong by hours, until a time
 * server sets it.
 */
const SETTLED_MS = 2 * 60_000;

/**
 * Finds out whether the clock can be trusted with what cannot be taken back, such as a newsletter that is due.
 *
 * @param now milliseconds on a steady clock
 * @returns a function that has to be called regularly. It returns false for two minutes after its start, and after each
 *   time that the clock was set
 */
export function createSettledClock(clock: () => Date, now: () => number): () => boolean {
  let setAt = now();
  let ahead = clock().getTime() - setAt;
  return () => {
    const aheadNow = clock().getTime() - now();
    if (Math.abs(aheadNow - ahead) > JUMP_MS) setAt = now();
    ahead = aheadNow;
    return now() - setAt >= SETTLED_MS;
  };
}
