import { expect, test } from "vitest";
import { layOutPlates } from "./plates.ts";

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
  expect(layOutPlates(count).join(" ")).toBe(plates);
});

test("each product has one plate, and further products change only the plates of the last row", () => {
  for (let count = 1; count < 120; count++) {
    const plates = layOutPlates(count);
    expect(plates).toHaveLength(count);
    const settled = Math.max(count - 3, 0);
    expect(layOutPlates(count + 1).slice(0, settled)).toEqual(plates.slice(0, settled));
  }
});
