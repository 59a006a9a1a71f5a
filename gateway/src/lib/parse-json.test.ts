import { expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

it("parses JSON, whatever brackets its texts have", () => {
  const value = { note: `${"[".repeat(100)}\\"{{`, list: Array.from({ length: 100 }, () => [{ a: 1 }]) };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
  expect(parseJson(nested(64))).toBeInstanceOf(Array);
});

it.each([nested(65), "[".repeat(255_000), '{"a":'.repeat(50_000), "[", ""])("rejects %.20s …", (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});
