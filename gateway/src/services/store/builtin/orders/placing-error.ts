import { missingParts } from "../../../shared/addresses/address.ts";
import { fitsInOrder, ORDER_LINES_MAX } from "../cart/limits.ts";
import { CARD, type ManualPayment, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { isPlaceMissing } from "../pricing/taxes.ts";
import type { Consent, PaymentChoice, PlacingError } from "./orders.ts";

/** The buyer's payment method, and the amounts that the buyer saw. */
export type Placing = PaymentChoice &
  Consent & { expectedTotal: number; expectedDue?: number; expectedCurrency?: string };

/** Why a checkout cannot become an order, apart from the stock; undefined when it can. */
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
      // Buyers choose shipping only after the address. So this choice was a pickup place that is no longer offered.
      const hadChosen = priced.delivery === null && checkout.deliveryHandle !== null;
      return { reason: hadChosen ? "pickup-gone" : "no-address" };
    }
    if (priced.delivery === null) return { reason: "no-delivery" };
  }
  if (isPlaceMissing(priced)) return { reason: "no-place" };
  if (!canPay(checkout, placing.method, settings)) return { reason: "no-such-payment" };
  const { expectedTotal, expectedDue = priced.due, expectedCurrency = settings.currency } = placing;
  const isAsShown =
    priced.total === expectedTotal && priced.due === expectedDue && settings.currency === expectedCurrency;
  return isAsShown ? undefined : { reason: "total-changed" };
}

/** The error of a checkout with too many lines for an order. */
export function tooManyLinesError({ lines: { length: count } }: Checkout): PlacingError | undefined {
  return count > ORDER_LINES_MAX ? { reason: "too-many-lines", count, most: ORDER_LINES_MAX } : undefined;
}

/** The manual payments that are offered for the checkout's delivery. */
export function paymentsFor({ priced }: Checkout, { payments }: StoreSettings): ManualPayment[] {
  const kind = priced.delivery?.kind;
  return payments.filter(
    ({ onlyFor }) => onlyFor === undefined || kind === (onlyFor === "pickup" ? "pickup" : "shipping"),
  );
}

/** The offered manual payment with this handle. */
export function manualPayment(checkout: Checkout, method: string, settings: StoreSettings): ManualPayment | undefined {
  return paymentsFor(checkout, settings).find(({ handle }) => handle === method);
}

function canPay(checkout: Checkout, method: string, settings: StoreSettings): boolean {
  if (checkout.priced.due === 0 || method === CARD) return true;
  return manualPayment(checkout, method, settings) !== undefined;
}
