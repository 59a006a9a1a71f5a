import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { matchesPattern } from "./patterns.ts";

it.each([
  ["abc", "abc"],
  ["abc", "a%"],
  ["abc", "%c"],
  ["abc", "_b_"],
  ["abc", "%%b%%"],
  ["", "%"],
  ["", ""],
  ["50%", "50\\%"],
  ["a\\", "a\\\\"],
  ["abab", "%ab"],
  ["🎸", "_"],
])("%s is like %s", (text, pattern) => {
  expect(matchesPattern(text, pattern, false)).toBe(true);
});

it.each([
  ["abc", "ab"],
  ["abc", "ABC"],
  ["abc", "%b"],
  ["", "_"],
  ["50x", "50\\%"],
])("%s is not like %s", (text, pattern) => {
  expect(matchesPattern(text, pattern, false)).toBe(false);
});

it("agrees with a regular expression on short texts", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "%", "_"), maxLength: 8 });
  fc.assert(
    fc.property(letters, letters, (text, pattern) => {
      const expression = new RegExp(`^${pattern.replaceAll("%", ".*").replaceAll("_", ".")}$`);
      expect(matchesPattern(text, pattern, false)).toBe(expression.test(text));
    }),
    tries(500),
  );
});
