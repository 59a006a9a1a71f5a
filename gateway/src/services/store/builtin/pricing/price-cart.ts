import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { TaxPlace } from "../../../shared/addresses/address.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import type { StoreSettings } from "../catalogue/store-settings.ts";
import type { DeliveryOption, EnteredDiscount, PricedCart, PricingRequest } from "../model/cart.ts";
import type { UsageCounters } from "../usage/usage-counters.ts";
import { listDeliveryOptions } from "./delivery.ts";
import { applyDiscounts } from "./discounts.ts";
import { GOODS_MAX, priceLines } from "./lines.ts";
import { applyTaxes, isTaxedByProvince } from "./taxes.ts";

/** The data on which prices depend besides the cart. */
export type PricingContext = { snapshot: CatalogueSnapshot; usage: UsageCounters; now: Date };

/**
 * Prices a cart or a checkout, in whole minor units throughout.
 *
 * The steps: goods, discounts, delivery by the discounted subtotal, taxes on the discounted amounts, and gift cards.
 * Gift cards are a way to pay; they reduce no price. Taxes are those of the address; for pickup, of the shop; if
 * nothing needs shipping, of the buyer's place. Sources of the last rule: Canada Revenue Agency, GST/HST Memorandum
 * 3-3-5, Place of Supply in a Province; Directive 2006/112/EC, Article 58.
 *
 * @throws {RangeError} the goods cost more than can be calculated exactly; carts reject such lines earlier
 */
export function priceCart(request: PricingRequest, { snapshot, usage, now }: PricingContext): PricedCart {
  const { settings } = snapshot;
  const { lines, unavailable } = priceLines(request.lines, snapshot);
  const linesSubtotal = lines.reduce((sum, { subtotal }) => sum + subtotal, 0);
  if (linesSubtotal > GOODS_MAX) throw new RangeError("The goods of a cart cost more than can be calculated exactly");

  const entered = applyDiscounts(request.discountCodes, lines, {
    discounts: settings.discounts,
    usage,
    now,
  });
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);

  const countryCode = request.address?.countryCode ?? null;
  const deliveryOptions = listDeliveryOptions({ lines, subtotal, countryCode, settings });
  const delivery = deliveryOptions.find(({ handle }) => handle === request.deliveryHandle) ?? null;
  const discounts = withFreeShipping(entered, delivery?.price ?? 0);
  const deliveryPrice = discounts.some(isFreeShipping) ? 0 : (delivery?.price ?? 0);

  const requiresShipping = lines.some(({ variant }) => variant.requiresShipping);
  const taxPlace = findTaxPlace(request, { delivery, requiresShipping, settings });
  const taxes = applyTaxes({ lines, deliveryPrice, place: taxPlace, settings });
  const totalTax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal + deliveryPrice + (settings.taxesIncluded ? 0 : totalTax);
  const giftCards = payFrom(request.giftCards, total);

  return {
    lines,
    unavailable,
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

function isFreeShipping({ error, discount }: EnteredDiscount): boolean {
  return !error && discount?.value.kind === "free-shipping";
}

function findTaxPlace(
  { address }: PricingRequest,
  about: { delivery: DeliveryOption | null; requiresShipping: boolean; settings: StoreSettings },
): TaxPlace | null {
  const { delivery, requiresShipping, settings } = about;
  const shopPlace = { countryCode: settings.country, provinceCode: settings.province ?? "" };
  if (delivery?.kind === "pickup") return shopPlace;
  if (requiresShipping) return address;
  // Some countries tax by province. For these, the country alone is not enough.
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
