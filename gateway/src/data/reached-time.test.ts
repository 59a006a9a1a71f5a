import { expect, it } from "vitest";
import { aDataFile } from "../testing/a-data-file.ts";
import { aFolder } from "./data-folder.case.ts";
import { createReachedTime, expiryTime } from "./reached-time.ts";

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 2, 1, 12);
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

/**
 * Reads the time every ten minutes.
 *
 * @param ahead how far the clock is ahead at each reading, in milliseconds
 * @param perStart how many readings each start of the site makes
 */
async function readings(
  ahead: readonly number[],
  perStart: number = ahead.length,
): Promise<{ times: (string | undefined)[]; expiry: string }> {
  const data = aDataFile({ dir: aFolder() });
  let minutes = 0;
  let offMs = 0;
  const clock = () => new Date(START + minutes * MINUTE_MS + offMs);
  const start = () => createReachedTime(data, clock, () => minutes * MINUTE_MS);
  const inWords = (time: Date | undefined) => time?.toISOString().slice(0, "2026-03-01T12:00".length);
  const times: (string | undefined)[] = [];
  let reachedTime = start();
  for (const [index, ms] of ahead.entries()) {
    minutes = index * 10;
    offMs = ms;
    if (index % perStart === 0) reachedTime = start();
    times.push(inWords(await reachedTime()));
  }
  return { times, expiry: inWords(expiryTime(data.read, clock())) ?? "" };
}

it("the reached time is the time of an hour ago, and is unknown before an hour has passed", async () => {
  const { times } = await readings(Array(9).fill(0));
  expect(times.slice(0, 6)).toEqual(Array(6).fill(undefined));
  expect(times.slice(6)).toEqual(["2026-03-01T12:00", "2026-03-01T12:10", "2026-03-01T12:20"]);
});

it("the reached time does not move with a clock that is ahead for less than an hour", async () => {
  const isAhead = [YEAR_MS, YEAR_MS, YEAR_MS, 0, 0, 0, 0, 0, YEAR_MS, YEAR_MS, YEAR_MS, YEAR_MS, YEAR_MS, 0];
  for (const time of (await readings(isAhead)).times) expect(time ?? "2026-03-01").toMatch(/^2026-03-01/);
});

it("the reached time moves with a clock that stays ahead, and moves back at once when the clock does", async () => {
  const { times } = await readings([...Array(7).fill(YEAR_MS), 0]);
  expect(times.slice(-2)).toEqual(["2027-03-01T12:00", "2026-03-01T13:10"]);
});

it("the reached time moves while the site restarts every half hour, and not with a clock that is ahead at a start", async () => {
  // Ten minutes of each half hour pass between two starts. They do not count.
  expect((await readings(Array(30).fill(0), 3)).times.at(-1)).toBe("2026-03-01T15:20");
  const isAhead = [...Array(27).fill(0), YEAR_MS, YEAR_MS, YEAR_MS];
  expect((await readings(isAhead, 3)).times.at(-1)).toBe("2026-03-01T15:20");
});

it("a clock that is ahead for less than an hour lets no row expire; before the first reading the clock decides", async () => {
  expect((await readings([0, 0, 0, YEAR_MS])).expiry).toBe("2026-03-01T12:00");
  expect((await readings([YEAR_MS, 0])).expiry).toBe("2026-03-01T12:10");
  expect((await readings([])).expiry).toBe("2026-03-01T12:00");
});
