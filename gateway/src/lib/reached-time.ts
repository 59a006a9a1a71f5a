/** How long the clock has to agree, in milliseconds. After a start without a network it may be ahead for a while. */
const AGREED_FOR_MS = 60 * 60 * 1000;

/**
 * Finds a time that has really come, for what cannot be undone. A clock that is ahead for less than an hour, as after a
 * start without a network, makes nothing due.
 *
 * @param now milliseconds on a steady clock
 * @returns a function to call again and again: the earliest reading of the clock within the last hour; undefined until
 *   it was first called an hour ago
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
