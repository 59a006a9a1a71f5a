import { expect, test } from "vitest";
import { insertBlock, writeBlock } from "./insert-block.ts";

/** The text after a block was inserted, with the cursor as "|". */
function insertAt(marked: string): string {
  const cursor = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { from, to, insert, selection } = insertBlock(text, cursor, "[[shows]]");
  const after = text.slice(0, from) + insert + text.slice(to);
  expect(selection[0]).toBe(selection[1]);
  return `${after.slice(0, selection[0])}|${after.slice(selection[0])}`;
}

test.each([
  ["|", "[[shows]]\n\n|"],
  ["Hel|lo", "Hello\n\n[[shows]]\n\n|"],
  ["One\n\n|", "One\n\n[[shows]]\n\n|"],
  ["One\n|", "One\n\n[[shows]]\n\n|"],
  ["On|e\nTwo", "One\n\n[[shows]]\n|\nTwo"],
  ["On|e\n\nTwo", "One\n\n[[shows]]|\n\nTwo"],
])("in %j a block stands alone", (before, after) => {
  expect(insertAt(before)).toBe(after);
});

test.each([
  ["shows", [], "[[shows]]"],
  ["button", ["Listen | now ]]", "/music"], "[[button: Listen now | /music]]"],
  ["picture", ["n1", "  "], "[[picture: n1]]"],
  ["picture", ["n1", "A lake\nat dusk"], "[[picture: n1 | A lake at dusk]]"],
] as const)("%s with %j", (kind, values, block) => {
  expect(writeBlock(kind, values)).toBe(block);
});
