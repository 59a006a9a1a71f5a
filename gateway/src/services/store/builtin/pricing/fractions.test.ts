import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitAmount, takeFraction } from "./fractions.ts";

describe("a fraction of an amount", () => {
  it("is rounded half up", () => {
    expect(takeFraction(250, 130_000, 1_000_000)).toBe(33);
    expect(takeFraction(50, 130_000, 1_000_000)).toBe(7);
    expect(takeFraction(49, 130_000, 1_000_000)).toBe(6);
    expect(takeFraction(0, 130_000, 1_000_000)).toBe(0);
  });

  it("is exact where a float would be wrong by a cent", () => {
    expect(takeFraction(90_071_992_547_409, 1_000_000, 1_000_000)).toBe(90_071_992_547_409);
    expect(takeFraction(99_999_999_999_999, 333_333, 1_000_000)).toBe(33_333_300_000_000);
  });

  it("is the exact result, rounded once", () => {
    const amount = fc.integer({ min: 0, max: 10 ** 14 });
    const rate = fc.integer({ min: 0, max: 2_000_000 });
    fc.assert(
      fc.property(amount, rate, (amount, rate) => {
        const exact = (2n * BigInt(amount) * BigInt(rate) + 1_000_000n) / 2_000_000n;
        expect(BigInt(takeFraction(amount, rate, 1_000_000))).toBe(exact);
      }),
      tries(),
    );
  });
});

describe("an amount that is split", () => {
  const share = (weight: number, id = String(weight)) => ({ id, weight });

  it("gives the units left over to the largest remainders", () => {
    expect(splitAmount(10, [share(1, "a"), share(1, "b"), share(1, "c")])).toEqual([4, 3, 3]);
    expect(splitAmount(100, [share(10), share(20), share(70)])).toEqual([10, 20, 70]);
    expect(splitAmount(1, [share(1), share(2)])).toEqual([0, 1]);
  });

  it("gives the last unit to the same share in any order of the shares", () => {
    expect(splitAmount(1, [share(5, "a"), share(5, "b")])).toEqual([1, 0]);
    expect(splitAmount(1, [share(5, "b"), share(5, "a")])).toEqual([0, 1]);
  });

  it("gives nothing to shares without weight", () => {
    expect(splitAmount(0, [])).toEqual([]);
    expect(splitAmount(0, [share(0, "a"), share(0, "b")])).toEqual([0, 0]);
  });

  it("adds up exactly, gives no share more than its weight, and does not depend on the order", () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, part) => {
        const shares = weights.map((weight, at) => share(weight, `line ${at}`));
        const amount = Math.floor(weights.reduce((sum, weight) => sum + weight, 0) * part);
        const parts = splitAmount(amount, shares);
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(amount);
        for (const [at, one] of parts.entries()) {
          expect(one).toBeGreaterThanOrEqual(0);
          expect(one).toBeLessThanOrEqual(weights[at] ?? 0);
        }
        expect(splitAmount(amount, shares.toReversed())).toEqual(parts.toReversed());
      }),
      tries(),
    );
  });
});
