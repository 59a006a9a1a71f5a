/* Fractions of amounts without floats. Every amount here is a whole number of minor units, 0 or more. */

/** A division with its remainder: `amount` × `numerator` = `whole` × `denominator` + `remainder`. */
type Division = { whole: number; remainder: number };

/**
 * Takes a fraction of an amount and rounds it half up: 13 % of 250 is `takeFraction(250, 130_000, 1_000_000)`, 33.
 *
 * @param denominator above 0
 */
export function takeFraction(amount: number, numerator: number, denominator: number): number {
  const { whole, remainder } = divide(amount, numerator, denominator);
  return remainder >= denominator - remainder ? whole + 1 : whole;
}

/** A share in an amount. Among equal shares, `id` decides which one gets the last unit, not their order. */
type Share = { id: string; weight: number };

/**
 * Splits an amount in proportion to the weights. Each share gets its part rounded down. The units left over go to the
 * largest remainders, so the parts add up to the amount exactly. If the amount is at most the sum of the weights, no
 * part exceeds its weight.
 *
 * @returns the parts in the order of the shares; all 0 if all weights are 0
 */
export function splitAmount(amount: number, shares: readonly Share[]): number[] {
  const sum = shares.reduce((total, { weight }) => total + weight, 0);
  if (sum === 0) return shares.map(() => 0);
  const divisions = shares.map(({ weight }) => divide(amount, weight, sum));
  const parts = divisions.map(({ whole }) => whole);
  const left = amount - parts.reduce((total, part) => total + part, 0);
  if (left === 0) return parts;

  const ranked = shares
    .map(({ id }, at) => ({ at, id, remainder: divisions[at]?.remainder ?? 0 }))
    .sort((a, b) => b.remainder - a.remainder || (a.id < b.id ? -1 : 1));
  for (const { at } of ranked.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

function divide(amount: number, numerator: number, denominator: number): Division {
  const product = amount * numerator;
  if (Number.isSafeInteger(product)) {
    // After subtracting the remainder, the division is exact, even as a float.
    const remainder = product % denominator;
    return { whole: (product - remainder) / denominator, remainder };
  }
  const exact = BigInt(amount) * BigInt(numerator);
  return { whole: Number(exact / BigInt(denominator)), remainder: Number(exact % BigInt(denominator)) };
}
