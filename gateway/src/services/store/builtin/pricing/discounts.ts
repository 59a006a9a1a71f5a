import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { DiscountRefusal, EnteredDiscount, PricedLine } from "../cart/basket.ts";
import type { Discount } from "../catalogue/store-settings.ts";
import type { UsageCounters } from "../usage/contract.ts";
import { codeKey } from "../usage/keys.ts";
import { fractionOf, shareOut } from "./exact.ts";

const MILLION = 1_000_000;

/** What codes are judged by. */
export type DiscountContext = {
  discounts: readonly Discount[];
  ledger: UsageCounters;
  now: Date;
  email: string | null;
};

/**
 * Judges the codes of a basket and takes what the best one gives off the lines. Codes for goods are not added up: the
 * one that takes the most off holds, of equals the one entered first. One code for free shipping may stand beside it;
 * its `amount` is 0 here, since what it takes off depends on the delivery.
 *
 * @param lines priced before discounts; `discounts` and `total` are set
 * @returns an entry for each code, in their order
 */
export function applyDiscounts(
  codes: readonly string[],
  lines: PricedLine[],
  circumstances: DiscountContext,
): EnteredDiscount[] {
  const entered = codes.map((code) => judge(code, lines, circumstances));
  const best = entered
    .filter(({ refusal, discount }) => !refusal && discount?.value.kind !== "free-shipping")
    .reduce<EnteredDiscount | undefined>(
      (best, other) => (best && best.amount >= other.amount ? best : other),
      undefined,
    );
  const freeShipping = entered.find(({ refusal, discount }) => !refusal && discount?.value.kind === "free-shipping");

  if (best?.discount) takeOff(best.code, best.amount, eligibleLines(best.discount, lines));
  return entered.map((entry) =>
    entry.refusal || entry === best || entry === freeShipping
      ? entry
      : { ...entry, refusal: "another-is-better", amount: 0 },
  );
}

function judge(code: string, lines: readonly PricedLine[], circumstances: DiscountContext): EnteredDiscount {
  const discount = circumstances.discounts.find((known) => codeKey(known.code) === codeKey(code));
  if (discount === undefined) return { code, refusal: "not-found", amount: 0 };
  const eligible = eligibleLines(discount, lines);
  const refusal = refusalOf(discount, eligible, circumstances);
  if (refusal) return { code, refusal, discount, amount: 0 };
  return { code, discount, amount: amountOffGoods(discount, subtotalOf(eligible)) };
}

function refusalOf(
  discount: Discount,
  eligible: readonly PricedLine[],
  { ledger, now, email }: DiscountContext,
): DiscountRefusal | undefined {
  const { startsAt, endsAt, limit, minimum, oncePerCustomer } = discount;
  if (startsAt !== undefined && now.getTime() < Date.parse(startsAt)) return "not-yet";
  if (endsAt !== undefined && now.getTime() >= Date.parse(endsAt)) return "expired";
  if (limit !== undefined && ledger.discountUses(discount.code) >= limit) return "used-up";
  if (oncePerCustomer && email !== null && ledger.hasUsedDiscount(discount.code, email)) return "used-by-customer";
  if (eligible.length === 0) return "no-such-product";
  if (minimum !== undefined && subtotalOf(eligible) < minimum) return "below-minimum";
  return undefined;
}

/** Lines that a code is for. A minimum counts these alone: "from 50.00 of records" is not reached by a mug. */
function eligibleLines(discount: Discount, lines: readonly PricedLine[]): PricedLine[] {
  return lines.filter(({ variant }) => {
    if (discount.value.kind === "free-shipping" && !variant.requiresShipping) return false;
    return discount.products?.includes(variant.product.handle) ?? true;
  });
}

function amountOffGoods({ value }: Discount, subtotal: MinorUnits): MinorUnits {
  switch (value.kind) {
    case "percentage":
      return Math.min(fractionOf(subtotal, value.millionths, MILLION), subtotal);
    case "amount":
      return Math.min(value.amount, subtotal);
    case "free-shipping":
      return 0;
  }
}

function takeOff(code: string, amount: MinorUnits, lines: PricedLine[]): void {
  const parts = shareOut(
    amount,
    lines.map(({ line, subtotal }) => ({ id: line.id, weight: subtotal })),
  );
  for (const [at, priced] of lines.entries()) {
    const part = parts[at] ?? 0;
    priced.discounts.push({ code, amount: part });
    priced.total -= part;
  }
}

function subtotalOf(lines: readonly PricedLine[]): MinorUnits {
  return lines.reduce((sum, { subtotal }) => sum + subtotal, 0);
}
