import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { DeliveryOption, EnteredDiscount, PricedCart, PricingRequest, TaxPlace } from "../cart/basket.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import type { StoreSettings } from "../catalogue/store-settings.ts";
import type { UsageCounters } from "../usage/contract.ts";
import { deliveryOptionsFor } from "./delivery.ts";
import { applyDiscounts } from "./discounts.ts";
import { GOODS_MAX, priceLines } from "./lines.ts";
import { applyTaxes, isTaxedByProvince } from "./taxes.ts";

/** What prices are worked out by: what is on sale, what was used up, and when it is. */
export type PricingContext = { snapshot: CatalogueSnapshot; ledger: UsageCounters; now: Date };

/**
 * Works out what buying a basket would cost, in whole minor units throughout.
 *
 * Goods first, then what codes take off them, then the delivery by what is left, then taxes on what is really paid, and
 * at last gift cards, which are a way to pay and lower no price. A basket is taxed at its address, where the shop is when
 * it is fetched, and where the buyer is when nothing has to be sent. Sources of the last: Canada Revenue Agency, GST/HST
 * Memorandum 3-3-5, Place of Supply in a Province; Directive 2006/112/EC, Article 58.
 *
 * @throws {RangeError} the goods cost more than can be counted exactly; lines are refused before they come to that
 */
export function priceCart(request: PricingRequest, { snapshot, ledger, now }: PricingContext): PricedCart {
  const { settings } = snapshot;
  const { lines, gone } = priceLines(request.lines, snapshot);
  const linesSubtotal = lines.reduce((sum, { subtotal }) => sum + subtotal, 0);
  if (linesSubtotal > GOODS_MAX) throw new RangeError("The goods of a basket cost more than can be counted exactly");

  const entered = applyDiscounts(request.discountCodes, lines, {
    discounts: settings.discounts,
    ledger,
    now,
    email: request.email,
  });
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);

  const countryCode = request.address?.countryCode ?? null;
  const deliveryOptions = deliveryOptionsFor({ lines, subtotal, countryCode, settings });
  const delivery = deliveryOptions.find(({ handle }) => handle === request.deliveryHandle) ?? null;
  const discounts = withFreeShipping(entered, delivery?.price ?? 0);
  const deliveryPrice = discounts.some(isFreeShipping) ? 0 : (delivery?.price ?? 0);

  const requiresShipping = lines.some(({ variant }) => variant.requiresShipping);
  const taxPlace = taxPlaceOf(request, { delivery, requiresShipping, settings });
  const taxes = applyTaxes({ lines, deliveryPrice, place: taxPlace, settings });
  const totalTax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal + deliveryPrice + (settings.taxesIncluded ? 0 : totalTax);
  const giftCards = payFrom(request.giftCards, total);

  return {
    lines,
    gone,
    quantity: lines.reduce((sum, { line }) => sum + line.quantity, 0),
    requiresShipping,
    linesSubtotal,
    subtotal,
    discounts,
    deliveryOptions,
    delivery,
    deliveryPrice,
    taxPlace,
    taxes,
    totalTax,
    total,
    giftCards,
    due: total - giftCards.reduce((sum, { used }) => sum + used, 0),
  };
}

function withFreeShipping(entered: EnteredDiscount[], deliveryPrice: MinorUnits): EnteredDiscount[] {
  return entered.map((entry) => (isFreeShipping(entry) ? { ...entry, amount: deliveryPrice } : entry));
}

function isFreeShipping({ refusal, discount }: EnteredDiscount): boolean {
  return !refusal && discount?.value.kind === "free-shipping";
}

function taxPlaceOf(
  { address }: PricingRequest,
  about: { delivery: DeliveryOption | null; requiresShipping: boolean; settings: StoreSettings },
): TaxPlace | null {
  const { delivery, requiresShipping, settings } = about;
  const ofTheShop = { countryCode: settings.country, provinceCode: settings.province ?? "" };
  if (delivery?.kind === "pickup") return ofTheShop;
  if (requiresShipping) return address;
  // A country alone does not say which of its provinces' taxes hold.
  const isKnown =
    address !== null &&
    address.countryCode !== "" &&
    (address.provinceCode !== "" || !isTaxedByProvince(address.countryCode, settings.taxes));
  return isKnown ? address : null;
}

function payFrom(cards: PricingRequest["giftCards"], total: MinorUnits): PricedCart["giftCards"] {
  let left = total;
  return cards.map(({ id, balance }) => {
    const used = Math.min(balance, left);
    left -= used;
    return { id, used };
  });
}
