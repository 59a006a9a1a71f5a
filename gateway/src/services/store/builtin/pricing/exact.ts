/** Fractions of amounts without floats: every amount here is a whole number of minor units, 0 or more. */

/** A division with what it leaves: `amount` × `numerator` = `whole` × `denominator` + `rest`. */
type Division = { whole: number; rest: number };

/**
 * Takes a fraction of an amount and rounds it half up: 13 % of 250 is `fractionOf(250, 130_000, 1_000_000)`, 33.
 *
 * @param denominator above 0
 */
export function fractionOf(amount: number, numerator: number, denominator: number): number {
  const { whole, rest } = divide(amount, numerator, denominator);
  return rest >= denominator - rest ? whole + 1 : whole;
}

/** Something that has a share in an amount. `id` settles who gets the last unit, whatever order the shares stand in. */
export type Share = { id: string; weight: number };

/**
 * Splits an amount in proportion to the weights so that the parts make up the whole exactly: each gets its share
 * rounded down, and the units left go to the largest remainders. No part is above its weight while the amount is not
 * above their sum.
 *
 * @returns the parts in the order of the shares; all 0 when there is no weight
 */
export function shareOut(amount: number, shares: readonly Share[]): number[] {
  const sum = shares.reduce((total, { weight }) => total + weight, 0);
  if (sum === 0) return shares.map(() => 0);
  const divisions = shares.map(({ weight }) => divide(amount, weight, sum));
  const parts = divisions.map(({ whole }) => whole);
  const left = amount - parts.reduce((total, part) => total + part, 0);
  if (left === 0) return parts;

  const ranked = shares
    .map(({ id }, at) => ({ at, id, rest: divisions[at]?.rest ?? 0 }))
    .sort((a, b) => b.rest - a.rest || (a.id < b.id ? -1 : 1));
  for (const { at } of ranked.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

function divide(amount: number, numerator: number, denominator: number): Division {
  const product = amount * numerator;
  if (Number.isSafeInteger(product)) {
    // Taking the rest off first leaves a division without one, which a float does exactly.
    const rest = product % denominator;
    return { whole: (product - rest) / denominator, rest };
  }
  const exact = BigInt(amount) * BigInt(numerator);
  return { whole: Number(exact / BigInt(denominator)), rest: Number(exact % BigInt(denominator)) };
}
