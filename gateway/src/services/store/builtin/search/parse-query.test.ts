import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Condition, everyWordOf, parseQuery } from "./parse-query.ts";

const word = fc.stringMatching(/^[a-z]{1,6}$/).filter((text) => !/^(and|or|not)$/i.test(text));

it("whatever is looked for, it is read, and nothing in it stands for more than its words", () => {
  const signs = fc.constantFrom(
    "a",
    "tag:",
    "price:>=",
    "(",
    ")",
    "-",
    "NOT ",
    " AND ",
    " OR ",
    '"',
    "'",
    ":",
    " ",
    "é",
  );
  const rough = fc.array(signs, { maxLength: 40 }).map((parts) => parts.join(""));
  const sizeOf = (condition: Condition): number =>
    condition.kind === "all" || condition.kind === "any"
      ? 1 + condition.parts.reduce((sum, part) => sum + sizeOf(part), 0)
      : condition.kind === "not"
        ? 1 + sizeOf(condition.part)
        : 1;
  fc.assert(
    fc.property(fc.oneof(rough, anyText(), fc.constant("(".repeat(990)), fc.constant("-".repeat(990))), (query) => {
      expect(sizeOf(parseQuery(query))).toBeLessThanOrEqual(3 * query.length + 3);
    }),
    tries(400),
  );
});

it("words alone must all be found, and OR leaves the choice", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 5 }), (words) => {
      expect(parseQuery(words.join(" "))).toEqual(everyWordOf(words.join(" ")));
      expect(parseQuery(words.join(" AND "))).toEqual(everyWordOf(words.join(" ")));
      expect(parseQuery(words.join(" OR "))).toMatchObject({ kind: "any" });
    }),
    tries(200),
  );
});
