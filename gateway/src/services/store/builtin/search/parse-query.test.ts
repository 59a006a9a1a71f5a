import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Condition, matchEveryWord, parseQuery } from "./parse-query.ts";

const word = fc.stringMatching(/^[a-z]{1,6}$/).filter((text) => !/^(and|or|not)$/i.test(text));

it("parses any query, and the condition is at most proportional to the query in size", () => {
  const parts = fc.constantFrom("tag:", "price:>=", "NOT ", " AND ", " OR ", ..."a()-\"': é");
  const rough = fc.array(parts, { maxLength: 40 }).map((some) => some.join(""));
  const measure = (condition: Condition): number =>
    condition.kind === "all" || condition.kind === "any"
      ? 1 + condition.parts.reduce((sum, part) => sum + measure(part), 0)
      : condition.kind === "not"
        ? 1 + measure(condition.part)
        : 1;
  fc.assert(
    fc.property(fc.oneof(rough, anyText(), fc.constant("(".repeat(990)), fc.constant("-".repeat(990))), (query) => {
      expect(measure(parseQuery(query))).toBeLessThanOrEqual(3 * query.length + 3);
    }),
    tries(400),
  );
});

it("words are combined by AND, unless OR is between them", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 5 }), (words) => {
      expect(parseQuery(words.join(" "))).toEqual(matchEveryWord(words.join(" ")));
      expect(parseQuery(words.join(" AND "))).toEqual(matchEveryWord(words.join(" ")));
      expect(parseQuery(words.join(" OR "))).toMatchObject({ kind: "any" });
    }),
    tries(200),
  );
});
