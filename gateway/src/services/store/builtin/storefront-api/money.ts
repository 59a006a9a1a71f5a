import { type MinorUnits, type Money, toMoney } from "@porchlight/protocol/money.ts";
import { currencyOf, type RequestContext } from "./request-context.ts";

/** An amount in the shop's currency, `MoneyV2`. */
export function money(units: MinorUnits, context: RequestContext): Money {
  return toMoney(units, currencyOf(context));
}

/** Like {@link money}, for an amount that may be missing. */
export function moneyOrNull(units: MinorUnits | null, context: RequestContext): Money | null {
  return units === null ? null : money(units, context);
}
