import { expect, test } from "vitest";
import { wordSize } from "./word-size.ts";

test.each([
  ["Harbour Line", undefined],
  ["June Marlow and the Lamps", undefined],
  ["Merchandise", 12],
  ["The Reverend Wilhelmina Featherstonehaugh", 21],
  // Capitals are wider.
  ["HARBOUR", 10],
  // A line may end after a hyphen, and in scripts without spaces after any letter.
  ["Sainte-Anne-des-Monts", undefined],
  ["東京スカパラダイスオーケストラ", undefined],
  // Combining marks need no room of their own.
  ["Ångström".normalize("NFD"), 10],
  ["Donaudampfschifffahrtsgesellschaft", 21],
  ["", undefined],
])("the longest word of %j counts as %s", (text, size) => {
  expect(wordSize(text)).toBe(size);
});
