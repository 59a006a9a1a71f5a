import type { DataFile } from "./data-file.ts";
import type { Reader, Writer } from "./statements.ts";

/**
 * How long the clock has to be consistent while the site runs, in milliseconds. After a start without a network it may
 * be ahead for a while.
 */
const AGREED_FOR_MS = 60 * 60 * 1000;

/**
 * Finds a time that has certainly passed, for changes that cannot be undone. A clock that is ahead for less than an
 * hour, for example after a start without a network, makes nothing due. Readings are stored, so this also works for a
 * site that restarts more often than hourly.
 *
 * @param now milliseconds on a clock that never goes back
 * @returns a function that has to be called regularly. A data file may have only one. It returns the earliest reading
 *   of the clock within the last hour in which the site ran; undefined until it has run for an hour
 */
export function createReachedTime(
  data: Pick<DataFile, "read" | "write">,
  clock: () => Date,
  now: () => number = () => performance.now(),
): () => Promise<Date | undefined> {
  let last = now();
  return async () => {
    const at = now();
    const passed = Math.round(at - last);
    last = at;
    await data.write((writer) => storeReading(writer, clock(), passed));
    const { time, ranMs } = readReadings(data.read);
    return time !== null && ranMs >= AGREED_FOR_MS ? new Date(time) : undefined;
  };
}

function storeReading(writer: Writer, time: Date, passed: number): void {
  const last = writer.get<{ ranMs: number | null }>("SELECT max(ran_ms) AS ranMs FROM clock_readings")?.ranMs ?? 0;
  writer.run(
    "INSERT INTO clock_readings (ran_ms, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = min(at, excluded.at)",
    last + passed,
    time.toISOString(),
  );
  writer.run(
    "DELETE FROM clock_readings WHERE ran_ms < (SELECT max(ran_ms) FROM clock_readings WHERE ran_ms <= ?)",
    last + passed - AGREED_FOR_MS,
  );
}

/** The earliest of the stored readings, and for how long the site has run since the first of them. */
function readReadings(reader: Reader): { time: string | null; ranMs: number } {
  const row = reader.get<{ time: string | null; ranMs: number | null }>(
    "SELECT min(at) AS time, max(ran_ms) - min(ran_ms) AS ranMs FROM clock_readings",
  );
  return { time: row?.time ?? null, ranMs: row?.ranMs ?? 0 };
}

/** The time by which stored rows expire: the clock's, or the earliest that it showed in the last hour of running. */
export function expiryTime(reader: Reader, now: Date): Date {
  const { time } = readReadings(reader);
  return time === null || time > now.toISOString() ? now : new Date(time);
}
