import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { Discount } from "../catalogue/store-settings.ts";
import type { DiscountError, EnteredDiscount, PricedLine } from "../model/cart.ts";
import type { UsageCounters } from "../usage/usage-counters.ts";
import { codeKey } from "../usage/usage-counters.ts";
import { splitAmount, takeFraction } from "./fractions.ts";

const MILLION = 1_000_000;

/**
 * The data that decides whether codes apply. The buyer is not part of it: whether a customer has used a code before is
 * checked when the order is placed. Otherwise a stranger who knows a code could learn from prices who has ordered.
 */
type DiscountContext = {
  discounts: readonly Discount[];
  usage: UsageCounters;
  now: Date;
};

/**
 * Checks discount codes and subtracts the best one from the lines. Only one code for goods applies: the one that
 * reduces the price most, or the first of those that reduce it equally. One code for free shipping may apply as well.
 * Its `amount` is 0 here, because it depends on the delivery.
 *
 * @param lines priced before discounts; the function sets their `discounts` and `total`
 * @returns an entry for each code, in the same order
 */
export function applyDiscounts(
  codes: readonly string[],
  lines: PricedLine[],
  context: DiscountContext,
): EnteredDiscount[] {
  const entered = codes.map((code) => checkCode(code, lines, context));
  const best = entered
    .filter(({ error, discount }) => !error && discount?.value.kind !== "free-shipping")
    .reduce<EnteredDiscount | undefined>(
      (best, other) => (best && best.amount >= other.amount ? best : other),
      undefined,
    );
  const freeShipping = entered.find(({ error, discount }) => !error && discount?.value.kind === "free-shipping");

  if (best?.discount) takeOff(best.code, best.amount, eligibleLines(best.discount, lines));
  return entered.map((entry) =>
    entry.error || entry === best || entry === freeShipping
      ? entry
      : { ...entry, error: "another-is-better", amount: 0 },
  );
}

function checkCode(code: string, lines: readonly PricedLine[], context: DiscountContext): EnteredDiscount {
  const discount = context.discounts.find((known) => codeKey(known.code) === codeKey(code));
  if (discount === undefined) return { code, error: "not-found", amount: 0 };
  const eligible = eligibleLines(discount, lines);
  const error = findError(discount, eligible, context);
  if (error) return { code, error, discount, amount: 0 };
  return { code, discount, amount: calculateDiscount(discount, sumSubtotals(eligible)) };
}

function findError(
  discount: Discount,
  eligible: readonly PricedLine[],
  { usage, now }: DiscountContext,
): DiscountError | undefined {
  const { startsAt, endsAt, limit, minimum } = discount;
  if (startsAt !== undefined && now.getTime() < Date.parse(startsAt)) return "not-yet";
  if (endsAt !== undefined && now.getTime() >= Date.parse(endsAt)) return "expired";
  if (limit !== undefined && usage.discountUses(discount.code) >= limit) return "used-up";
  if (eligible.length === 0) return "no-such-product";
  if (minimum !== undefined && sumSubtotals(eligible) < minimum) return "below-minimum";
  return undefined;
}

/** The lines that a code applies to. Its minimum counts only these: a mug does not count for "50.00 of records". */
function eligibleLines(discount: Discount, lines: readonly PricedLine[]): PricedLine[] {
  return lines.filter(({ variant }) => {
    if (discount.value.kind === "free-shipping" && !variant.requiresShipping) return false;
    return discount.products?.includes(variant.product.handle) ?? true;
  });
}

function calculateDiscount({ value }: Discount, subtotal: MinorUnits): MinorUnits {
  switch (value.kind) {
    case "percentage":
      return Math.min(takeFraction(subtotal, value.millionths, MILLION), subtotal);
    case "amount":
      return Math.min(value.amount, subtotal);
    case "free-shipping":
      return 0;
  }
}

function takeOff(code: string, amount: MinorUnits, lines: PricedLine[]): void {
  const parts = splitAmount(
    amount,
    lines.map(({ line, subtotal }) => ({ id: line.id, weight: subtotal })),
  );
  for (const [at, priced] of lines.entries()) {
    const part = parts[at] ?? 0;
    priced.discounts.push({ code, amount: part });
    priced.total -= part;
  }
}

function sumSubtotals(lines: readonly PricedLine[]): MinorUnits {
  return lines.reduce((sum, { subtotal }) => sum + subtotal, 0);
}
