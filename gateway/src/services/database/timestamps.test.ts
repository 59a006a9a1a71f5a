import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PostgrestError } from "./postgrest/errors.ts";
import { parseTimestamp, storedTimestamp, timestampToJson, timestampToText } from "./timestamps.ts";

describe("times", () => {
  it.each([
    ["2026-03-01", "2026-03-01T00:00:00.000000Z"],
    ["2026-3-1 4:05", "2026-03-01T04:05:00.000000Z"],
    ["2026-03-01T04:05:06Z", "2026-03-01T04:05:06.000000Z"],
    ["2026-03-01t04:05:06.123456z", "2026-03-01T04:05:06.123456Z"],
    ["2026-03-01T04:05:06.1234567Z", "2026-03-01T04:05:06.123457Z"],
    ["2026-12-31T23:59:59.9999999Z", "2027-01-01T00:00:00.000000Z"],
    ["2026-03-01 04:05:06+05:30", "2026-02-28T22:35:06.000000Z"],
    ["2026-03-01 04:05:06 -08", "2026-03-01T12:05:06.000000Z"],
    ["2026-03-01 04:05:06-0800", "2026-03-01T12:05:06.000000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000000Z"],
    ["0044-03-15", "0044-03-15T00:00:00.000000Z"],
  ])("%s is parsed as %s", (text, expected) => {
    expect(parseTimestamp(text)).toBe(expected);
  });

  it.each([
    ["2026-02-29", "22008"],
    ["2026-13-01", "22008"],
    ["2026-00-10", "22008"],
    ["2026-01-01T24:01", "22008"],
    ["2026-01-01T10:60", "22008"],
    ["2026-01-01T10:00+16", "22008"],
    ["0000-01-01", "22008"],
    ["9999-12-31T23:59:59-01", "22008"],
    ["", "22007"],
    ["yesterday", "22007"],
    ["1 March 2026", "22007"],
    ["2026-03-01T04:05:06 00:00", "22007"],
    ["infinity", "22007"],
  ])("%s is rejected with %s", (text, code) => {
    expect(() => parseTimestamp(text)).toThrow(expect.objectContaining({ body: expect.objectContaining({ code }) }));
  });

  it("are written as PostgreSQL writes them", () => {
    const written = (time: string) => [timestampToJson(time), timestampToText(time)];
    expect(written("2026-03-01T04:05:06.120000Z")).toEqual([
      "2026-03-01T04:05:06.12+00:00",
      "2026-03-01 04:05:06.12+00",
    ]);
    expect(written("2026-03-01T04:05:10.000000Z")).toEqual(["2026-03-01T04:05:10+00:00", "2026-03-01 04:05:10+00"]);
  });

  const moments = fc.date({
    min: new Date("0001-01-02T00:00:00Z"),
    max: new Date("9999-12-30T00:00:00Z"),
    noInvalidDate: true,
  });

  it("are parsed unchanged, and their texts sort like the times", () => {
    fc.assert(
      fc.property(moments, moments, (a, b) => {
        expect(parseTimestamp(timestampToJson(storedTimestamp(a)))).toBe(storedTimestamp(a));
        expect(parseTimestamp(a.toISOString())).toBe(storedTimestamp(a));
        expect(storedTimestamp(a) < storedTimestamp(b)).toBe(a < b);
      }),
      tries(),
    );
  });

  it("throw PostgrestError and no other error if they are invalid", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9T: .+Z-]{0,40}$/), (text) => {
        try {
          expect(parseTimestamp(text)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
        } catch (error) {
          expect(error).toBeInstanceOf(PostgrestError);
        }
      }),
      tries(2_000),
    );
  });
});
