import { expect, test } from "vitest";
import { formatFocus, parseFocus } from "./picture-focus.ts";

test.each(["0% 0%", "62% 40%", "100% 100%"])("%s is a point, and is written as it is read", (focus) => {
  expect(formatFocus(parseFocus(focus) ?? { across: -1, down: -1 })).toBe(focus);
});

test.each([undefined, "left", "62%", "101% 0%", "-1% 0%", "1.5% 0%", "62% 40%;"])("%s is not a point", (focus) => {
  expect(parseFocus(focus)).toBeUndefined();
});

test("a point outside of the picture becomes the nearest one inside", () => {
  expect(formatFocus({ across: -3.2, down: 100.6 })).toBe("0% 100%");
});
