import { expect, test } from "vitest";
import { type Format, formatMarkdown } from "./format-markdown.ts";

/** Formats a text whose selection is between the marks ⟦ and ⟧, and returns it in the same way. */
function format(marked: string, kind: Format): string {
  const from = marked.indexOf("⟦");
  const to = marked.indexOf("⟧") - 1;
  const text = marked.replace("⟦", "").replace("⟧", "");
  const change = formatMarkdown(text, from, to, kind);
  const changed = text.slice(0, change.from) + change.insert + text.slice(change.to);
  const [start, end] = change.selection;
  return `${changed.slice(0, start)}⟦${changed.slice(start, end)}⟧${changed.slice(end)}`;
}

test.each<[Format, string, string]>([
  ["bold", "a ⟦porch⟧ light", "a **⟦porch⟧** light"],
  ["bold", "a ⟦porch ⟧light", "a **⟦porch⟧** light"],
  ["italic", "⟦⟧", "*⟦⟧*"],
  ["italic", "**⟦porch⟧**", "***⟦porch⟧***"],
  ["bold", "*⟦porch⟧*", "***⟦porch⟧***"],
  ["heading", "one\nt⟦⟧wo\nthree", "one\n## t⟦⟧wo\nthree"],
  ["heading", "⟦⟧", "## ⟦⟧"],
  ["list", "⟦one\n\ntwo⟧\nthree", "⟦- one\n\n- two⟧\nthree"],
  ["quote", "⟦one\ntwo\n⟧three", "⟦> one\n> two⟧\nthree"],
  ["link", "our ⟦tour⟧", "our [tour](⟦https://⟧)"],
])("%s is put around the selection: %s", (kind, before, after) => {
  expect(format(before, kind)).toBe(after);
});

test.each<[Format, string, string]>([
  ["bold", "a **⟦porch⟧** light", "a ⟦porch⟧ light"],
  ["italic", "***⟦porch⟧***", "**⟦porch⟧**"],
  ["bold", "***⟦porch⟧***", "*⟦porch⟧*"],
  ["heading", "## t⟦⟧wo", "t⟦⟧wo"],
  ["heading", "#⟦⟧# two", "⟦⟧two"],
  ["list", "⟦- one\n\n- two⟧", "⟦one\n\ntwo⟧"],
])("%s is removed again: %s", (kind, before, after) => {
  expect(format(before, kind)).toBe(after);
});

test("a selected address becomes a link whose words are still to be typed, and so does an empty selection", () => {
  expect(format("⟦https://artist.example/tour⟧", "link")).toBe("[⟦⟧](https://artist.example/tour)");
  expect(format("⟦⟧", "link")).toBe("[⟦⟧](https://)");
});
