import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harmlessCell } from "./formulas.ts";

describe("a cell for spreadsheets", () => {
  it("has an apostrophe only where a formula could begin", () => {
    const signs = ["=", "+", "@", "＝", ";", ",", "|", "\t", "\r", "\n", " ", '"', "'", "\ufeff", "\u2028", "a", "🎸"];
    // The same rule as one pattern, which takes quadratic time for many line breaks.
    const guarded = (text: string) => text.replace(/(^|[;,|\t\r\n])([\s"'\ufeff]*)([=+\-@＝＋－＠])/gu, "$1$2'$3");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }), (text) => {
        expect(harmlessCell(text)).toBe(/^[\t\r\n]/.test(text) ? `'${guarded(text)}` : guarded(text));
      }),
      tries(3_000),
    );
  });

  it.each(["\n", "\t", " ", '"', ";", "="])("may be a megabyte of %j", (sign) => {
    const text = sign.repeat(1_000_000);
    expect(harmlessCell(text).replaceAll("'", "")).toBe(text);
  });
});
