import { expect, test } from "vitest";
import { choosePattern } from "./choose-pattern.ts";

test("a name always has the same pattern, and names share all four", () => {
  const names = ["Ordinary Midnight", "Eleven Keys", "Elevator, Held", "Work shirt", "Spare key", "夜", ""];
  const patterns = names.map(choosePattern);
  expect(names.map(choosePattern)).toEqual(patterns);
  expect([...new Set(patterns)].sort()).toEqual(["left", "middle", "right", "wide"]);
});
