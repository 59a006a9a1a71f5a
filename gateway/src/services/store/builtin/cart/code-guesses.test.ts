import { describe, expect, it } from "vitest";
import { createCodeGuesses } from "./code-guesses.ts";

const MINUTE_MS = 60_000;

function guessesAt(limits = true) {
  let now = 0;
  const guesses = createCodeGuesses({ limits, now: () => now });
  return {
    later: (ms: number) => {
      now += ms;
    },
    /** How many wrong codes a client can try, one after the other. */
    wrongOf(client: string, kind: "gift-card" | "discount" = "gift-card"): number {
      const tries = guesses(kind, client);
      let count = 0;
      for (; count < 1_000 && tries.mayTry(); count += 1) tries.countWrong();
      return count;
    },
  };
}

describe("guesses at codes", () => {
  it("by one address are ten at once, then one a minute, counted separately for gift cards and discounts", () => {
    const { wrongOf, later } = guessesAt();
    expect([wrongOf("a"), wrongOf("a"), wrongOf("a", "discount"), wrongOf("b")]).toEqual([10, 0, 10, 10]);
    later(5 * MINUTE_MS);
    expect(wrongOf("a")).toBe(5);
  });

  it("from a thousand addresses are limited to three each, and a buyer who mistypes still has three", () => {
    const { wrongOf } = guessesAt();
    const all = Array.from({ length: 1_000 }, (_, at) => wrongOf(`robot ${at}`));
    expect(all.reduce((sum, count) => sum + count, 0)).toBeLessThan(60 + 3 * 1_000);
    expect(wrongOf("ann")).toBe(3);
  });

  it("are not counted when limits are off", () => {
    expect(guessesAt(false).wrongOf("a")).toBe(1_000);
  });
});
