import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isTimeZone, startOfDay, toDay } from "./time-zone.ts";

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
