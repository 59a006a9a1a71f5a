import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isTimeZone, startOfDay, toDay, toZonedInstant } from "./time-zone.ts";

it.each([
  ["2027-01-01", "UTC", "2027-01-01T00:00:00.000Z"],
  ["2026-07-01", "America/Toronto", "2026-07-01T04:00:00.000Z"],
  ["2026-05-01", "America/St_Johns", "2026-05-01T02:30:00.000Z"],
  ["2026-05-01", "Pacific/Kiritimati", "2026-04-30T10:00:00.000Z"],
  ["2026-05-01", "Pacific/Pago_Pago", "2026-05-01T11:00:00.000Z"],
  // The clocks change on these days, on the last three exactly at midnight.
  ["2026-11-01", "America/Toronto", "2026-11-01T04:00:00.000Z"],
  ["2026-03-08", "America/Toronto", "2026-03-08T05:00:00.000Z"],
  ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["2026-04-05", "America/Santiago", "2026-04-05T04:00:00.000Z"],
])("%s starts in %s at %s", (day, timeZone, instant) => {
  expect(startOfDay(day, timeZone)).toBe(instant);
});

it("in every time zone the first instant of a day is on that day, and the instant before is not", () => {
  const day = fc
    .date({ min: new Date("2020-01-01T00:00:00Z"), max: new Date("2060-12-31T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.constantFrom(...Intl.supportedValuesOf("timeZone")), (written, timeZone) => {
      const first = Date.parse(startOfDay(written, timeZone));
      expect(toDay(new Date(first), timeZone)).toBe(written);
      expect(toDay(new Date(first - 1), timeZone) < written).toBe(true);
    }),
    tries(100),
  );
});

it.each([
  ["America/Toronto", true],
  ["UTC", true],
  ["Europe/Kyiv", true],
  ["Toronto", false],
  ["America/Toronot", false],
  ["EDT", false],
  ["-05:00", false],
  ["", false],
])("%s is a time zone: %s", (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});

it.each([
  ["2026-12-05", "20:00", "America/Toronto", "2026-12-05T20:00:00-05:00"],
  ["2026-07-01", "20:00", "Asia/Kathmandu", "2026-07-01T20:00:00+05:45"],
  // Clocks skip this time and continue an hour later.
  ["2026-03-08", "02:30", "America/Toronto", "2026-03-08T03:30:00-04:00"],
  ["2026-03-29", "01:30", "Europe/London", "2026-03-29T02:30:00+01:00"],
  // Clocks show this time twice.
  ["2026-11-01", "01:30", "America/Toronto", "2026-11-01T01:30:00-04:00"],
  ["2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T02:30:00+02:00"],
  // Half an hour, on Lord Howe Island.
  ["2026-04-05", "01:45", "Australia/Lord_Howe", "2026-04-05T01:45:00+11:00"],
])("clocks show %s %s in %s at %s", (day, time, timeZone, instant) => {
  expect(toZonedInstant({ day, time }, timeZone)).toBe(instant);
});
