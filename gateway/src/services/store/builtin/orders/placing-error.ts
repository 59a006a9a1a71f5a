import { missingParts } from "../../../shared/addresses/address.ts";
import { fitsInOrder, ORDER_LINES_MAX } from "../cart/limits.ts";
import { CARD, type ManualPayment, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { isPlaceMissing } from "../pricing/taxes.ts";
import type { Consent, PaymentChoice, PlacingError } from "./orders.ts";

/** How a buyer wants to pay, and what they were shown. */
export type Placing = PaymentChoice & Consent & { expectedTotal: number; expectedDue?: number };

/** Why a checkout cannot become an order as it is, the stock apart; undefined when it can. */
export function findPlacingError(
  checkout: Checkout,
  placing: Placing,
  settings: StoreSettings,
): PlacingError | undefined {
  const { priced, email } = checkout;
  if (priced.unavailable.length > 0) return { reason: "gone" };
  if (priced.lines.length === 0) return { reason: "empty" };
  const tooMany = tooManyLinesError(checkout);
  if (tooMany) return tooMany;
  if (!fitsInOrder(checkout)) return { reason: "too-much-text" };
  if (email === null || email === "") return { reason: "no-email" };
  if (priced.requiresShipping && priced.delivery?.kind !== "pickup") {
    if (checkout.address === null || missingParts(checkout.address).length > 0) {
      // What is sent is chosen after its address: this was to be picked up where nothing is any more.
      const hadChosen = priced.delivery === null && checkout.deliveryHandle !== null;
      return { reason: hadChosen ? "pickup-gone" : "no-address" };
    }
    if (priced.delivery === null) return { reason: "no-delivery" };
  }
  if (isPlaceMissing(priced)) return { reason: "no-place" };
  if (!canPay(checkout, placing.method, settings)) return { reason: "no-such-payment" };
  const isAsShown = priced.total === placing.expectedTotal && (placing.expectedDue ?? priced.due) === priced.due;
  return isAsShown ? undefined : { reason: "total-changed" };
}

/** Why a checkout has too many lines for an order, whatever else it needs. */
export function tooManyLinesError({ lines: { length: count } }: Checkout): PlacingError | undefined {
  return count > ORDER_LINES_MAX ? { reason: "too-many-lines", count, most: ORDER_LINES_MAX } : undefined;
}

/** The manual ways to pay that are offered for how an order is delivered. */
export function paymentsFor({ priced }: Checkout, { payments }: StoreSettings): ManualPayment[] {
  const kind = priced.delivery?.kind;
  return payments.filter(
    ({ onlyFor }) => onlyFor === undefined || kind === (onlyFor === "pickup" ? "pickup" : "shipping"),
  );
}

/** The one of them that has this handle. */
export function manualPayment(checkout: Checkout, method: string, settings: StoreSettings): ManualPayment | undefined {
  return paymentsFor(checkout, settings).find(({ handle }) => handle === method);
}

function canPay(checkout: Checkout, method: string, settings: StoreSettings): boolean {
  if (checkout.priced.due === 0 || method === CARD) return true;
  return manualPayment(checkout, method, settings) !== undefined;
}
