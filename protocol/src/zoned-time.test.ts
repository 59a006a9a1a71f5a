import { expect, test } from "vitest";
import { findInstant, findInstants } from "./zoned-time.ts";

test.each([
  ["2026-03-11T09:00", "America/Toronto", "2026-03-11T13:00:00.000Z"],
  ["2026-01-11T09:00", "America/Toronto", "2026-01-11T14:00:00.000Z"],
  ["2026-01-11T09:00", "UTC", "2026-01-11T09:00:00.000Z"],
  ["2026-01-11T09:00", "Asia/Kathmandu", "2026-01-11T03:15:00.000Z"],
  // Clocks skip this hour: it is 3:30 by then.
  ["2026-03-08T02:30", "America/Toronto", "2026-03-08T07:30:00.000Z"],
])("%s in %s", (local, timeZone, instant) => {
  expect(new Date(findInstant(local, timeZone)).toISOString()).toBe(instant);
});

test.each([
  ["2026-03-08T02:30", "America/Toronto", []],
  ["2026-03-08T03:30", "America/Toronto", ["2026-03-08T07:30:00.000Z"]],
  ["2026-11-01T01:30", "America/Toronto", ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]],
  ["2026-11-01T09:00", "America/Toronto", ["2026-11-01T14:00:00.000Z"]],
])("clocks show %s in %s at %j", (local, timeZone, instants) => {
  expect(findInstants(local, timeZone).map((at) => new Date(at).toISOString())).toEqual(instants);
});
