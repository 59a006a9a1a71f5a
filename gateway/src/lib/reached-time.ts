/**
 * How long the clock has to be consistent, in milliseconds. After a start without a network it may be ahead for a
 * while.
 */
const AGREED_FOR_MS = 60 * 60 * 1000;

/**
 * Finds a time that has certainly come, for changes that cannot be undone. A clock that is ahead for less than an hour,
 * for example after a start without a network, makes nothing due.
 *
 * @param now milliseconds on a clock that never goes back
 * @returns a function that has to be called regularly. It returns the earliest reading of the clock within the last
 *   hour; undefined until an hour after its first call
 */
export function createReachedTime(clock: () => Date, now: () => number): () => Date | undefined {
  let readings: { time: number; at: number }[] = [];
  return () => {
    const at = now();
    readings.push({ time: clock().getTime(), at });
    const first = readings.findLastIndex((reading) => at - reading.at >= AGREED_FOR_MS);
    if (first < 0) return undefined;
    readings = readings.slice(first);
    return new Date(Math.min(...readings.map(({ time }) => time)));
  };
}
