import { expect, it } from "vitest";
import { addShownDate, parseDate, type ShownOrder } from "./dates.ts";
import { NOW } from "./import-list.case.ts";

it.each([
  ["2018-02-12 10:54:27", "2018-02-12T10:54:27.000000Z"],
  ["2022-04-06T07:42:08.000Z", "2022-04-06T07:42:08.000000Z"],
  ["2022-04-06T07:42:08+02:00", "2022-04-06T05:42:08.000000Z"],
  ["2023-05-01 10:00:00.123456 +0530 IST", "2023-05-01T04:30:00.123456Z"],
  ["2023-05-01 10:00:00 -0300 -03", "2023-05-01T13:00:00.000000Z"],
  ["1/15/24 3:05pm", "2024-01-15T15:05:00.000000Z"],
  ["1/15/2024 12:05 AM", "2024-01-15T00:05:00.000000Z"],
  ["3/2/2024", "2024-03-02T00:00:00.000000Z"],
  ["15.01.2024 14:05", "2024-01-15T14:05:00.000000Z"],
  ["2024/01/15", "2024-01-15T00:00:00.000000Z"],
  ["Mon, 15 Jan 2024 10:00:00 +0000", "2024-01-15T10:00:00.000000Z"],
  ["15 January 2024", "2024-01-15T00:00:00.000000Z"],
  ["Jan 5, 2024 3:05 pm", "2024-01-05T15:05:00.000000Z"],
  ["1705312800", "2024-01-15T10:00:00.000000Z"],
  ["1705312800123", "2024-01-15T10:00:00.123000Z"],
])("parses %s", (text, moment) => {
  expect(parseDate(text, "month-first", NOW)).toBe(moment);
});

it("parses dates with slashes with the day first if the list has that order", () => {
  expect(parseDate("3/2/2024", "day-first", NOW)).toBe("2024-02-03T00:00:00.000000Z");
  expect(parseDate("1/15/2024", "day-first", NOW)).toBeUndefined();
});

it.each([
  ["15/1/2024", "2024-01-15T00:00:00.000000Z"],
  ["1/15/2024", "2024-01-15T00:00:00.000000Z"],
  ["2/2/2024", "2024-02-02T00:00:00.000000Z"],
  ["3/2/2024", undefined],
])("in a list with both orders, %s is parsed as %s", (text, moment) => {
  expect(parseDate(text, "both", NOW)).toBe(moment);
});

it.each<[ShownOrder, string[]]>([
  ["none", ["", "soon", "2024-01-15", "15.01.2024", "2/2/2024", "13/13/2024"]],
  ["either", ["3/2/2024 10:05", "2/2/2024"]],
  ["day-first", ["3/2/2024", " 15/1/2024 10:05 ", "4/2/2024"]],
  ["month-first", ["1/15/24 3:05pm", "3/2/2024"]],
  ["both", ["1/15/2024", "15/1/2024", "1/16/2024"]],
])("finds the order %s in %j", (shown, texts) => {
  expect(texts.reduce(addShownDate, "none")).toBe(shown);
});

it.each([
  "",
  "soon",
  "0000-00-00 00:00:00",
  "0001-01-01 00:00:00 +0000 UTC",
  "1970-01-01",
  "2031-01-01",
  "2024-02-30",
  "13/13/2024",
  "5 Foo 2024",
  "9".repeat(200),
])("cannot parse %j", (text) => {
  expect(parseDate(text, "month-first", NOW)).toBeUndefined();
});
