import { expect, test } from "vitest";
import { platesOf } from "./plates.ts";

test.each([
  [0, ""],
  [1, "lead"],
  [2, "lead close"],
  [3, "lead large small"],
  [4, "lead large small close"],
  [5, "lead large small small large"],
  [6, "lead large small front third third"],
  [7, "lead large small front third third close"],
  [10, "lead large small front third third small large large small"],
])("%i products fill every row", (count, plates) => {
  expect(platesOf(count).join(" ")).toBe(plates);
});

test("each of many products has one plate, and more of them move none but those of the last row", () => {
  for (let count = 1; count < 120; count++) {
    const plates = platesOf(count);
    expect(plates).toHaveLength(count);
    const settled = Math.max(count - 3, 0);
    expect(platesOf(count + 1).slice(0, settled)).toEqual(plates.slice(0, settled));
  }
});
