import type { Discount } from "../catalogue/store-settings.ts";
import type { EnteredDiscount, PricedCart } from "../model/cart.ts";
import { money } from "./money.ts";
import type { RequestContext } from "./request-context.ts";

/** A code on the wire, `DiscountCodeApplication`. */
export function discountApplication({ code, error, discount }: EnteredDiscount, context: RequestContext) {
  return {
    code,
    applicable: error === undefined,
    allocationMethod: "ACROSS",
    targetSelection: discount?.products ? "ENTITLED" : "ALL",
    targetType: discount?.value.kind === "free-shipping" ? "SHIPPING_LINE" : "LINE_ITEM",
    value: pricingValue(discount?.value, context),
  };
}

/** Discounts that codes give on an item, with the application of each code. */
export function allocations(
  discounts: readonly { code: string; amount: number }[],
  priced: PricedCart,
  context: RequestContext,
) {
  return discounts.flatMap(({ code, amount }) => {
    const entered = priced.discounts.find((discount) => discount.code === code);
    if (!entered) return [];
    return [{ allocatedAmount: money(amount, context), discountApplication: discountApplication(entered, context) }];
  });
}

function pricingValue(value: Discount["value"] | undefined, context: RequestContext) {
  if (value?.kind === "percentage") return { percentage: value.millionths / 10_000 };
  if (value?.kind === "free-shipping") return { percentage: 100 };
  return money(value?.amount ?? 0, context);
}
