import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDate, formatInstant, parseDate } from "./format-date.ts";

test.each([
  ["2022-06-03", "en-CA", "June 3, 2022"],
  ["2022-06-03", "en-GB", "3 June 2022"],
  ["2022-06-03", "de", "3. Juni 2022"],
  ["2022-06", "en-US", "June 2022"],
  ["2022-06", "fr", "juin 2022"],
  ["2022", "en-GB", "2022"],
  ["", "en-GB", ""],
  ["soon", "de", "soon"],
])("the date %j in %s is %s", (date, language, text) => {
  expect(formatDate(date, language)).toBe(text);
});

test("a date is the same with and without Intl", () => {
  const day = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  const language = fc.constantFrom("en", "en-AU", "en-CA", "en-GB", "en-IE", "en-NZ", "en-US");
  fc.assert(
    fc.property(day, language, (day, language) => {
      const written = day.toISOString().slice(0, "2022-06-03".length);
      const long = day.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
      expect(formatDate(written, language)).toBe(long);
      const month = day.toLocaleDateString(language, { month: "long", year: "numeric", timeZone: "UTC" });
      expect(formatDate(written.slice(0, "2022-06".length), language)).toBe(month);
    }),
    tries(300),
  );
});

test("an instant is shown in the requested time zone in every language", () => {
  const options = { dateStyle: "medium", timeStyle: "short", timeZone: "America/Toronto" } as const;
  expect(formatInstant("2026-11-20T23:30:00Z", "en-GB", options)).toBe("20 Nov 2026, 18:30");
  expect(formatInstant("2026-11-20T23:30:00Z", "de", options)).toBe("20.11.2026, 18:30");
});

test.each([
  ["January 1, 2025", "2025-01-01"],
  ["1 January 2025", "2025-01-01"],
  [" 2025-01-31 ", "2025-01-31"],
  ["december 24, 2025", "2025-12-24"],
  ["February 30, 2025", undefined],
  ["2025-02-30", undefined],
  ["January 2025", undefined],
  ["1. Januar 2025", undefined],
  ["last spring", undefined],
  ["01/02/2025", undefined],
])("%j is parsed as %s", (written, day) => {
  expect(parseDate(written)).toBe(day);
});
