import { expect, test } from "vitest";
import { shownDate } from "./shown-date.ts";

test.each([
  ["2022-06-03", "June 3, 2022"],
  ["2022-06", "June 2022"],
  ["2022", "2022"],
  ["", ""],
  ["soon", "soon"],
])("the date %s is read as %s", (date, words) => {
  expect(shownDate(date)).toBe(words);
});
