import { expect, it } from "vitest";
import { createReachedTime } from "./reached-time.ts";

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 2, 1, 12);
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

/** Reads the time every ten minutes. @param ahead how far the clock is ahead at each reading, in milliseconds */
function readings(ahead: readonly number[]): (string | undefined)[] {
  let minutes = 0;
  let offMs = 0;
  const reachedTime = createReachedTime(
    () => new Date(START + minutes * MINUTE_MS + offMs),
    () => minutes * MINUTE_MS,
  );
  return ahead.map((ms, index) => {
    minutes = index * 10;
    offMs = ms;
    return reachedTime()?.toISOString().slice(0, "2026-03-01T12:00".length);
  });
}

it("is the time of an hour ago, and unknown before", () => {
  const times = readings(Array(9).fill(0));
  expect(times.slice(0, 6)).toEqual(Array(6).fill(undefined));
  expect(times.slice(6)).toEqual(["2026-03-01T12:00", "2026-03-01T12:10", "2026-03-01T12:20"]);
});

it("does not move with a clock that is ahead for less than an hour", () => {
  const isAhead = [YEAR_MS, YEAR_MS, YEAR_MS, 0, 0, 0, 0, 0, YEAR_MS, YEAR_MS, YEAR_MS, YEAR_MS, YEAR_MS, 0];
  for (const time of readings(isAhead)) expect(time ?? "2026-03-01").toMatch(/^2026-03-01/);
});

it("moves with a clock that stays ahead, and goes back with it at once", () => {
  const times = readings([...Array(7).fill(YEAR_MS), 0]);
  expect(times.slice(-2)).toEqual(["2027-03-01T12:00", "2026-03-01T13:10"]);
});
