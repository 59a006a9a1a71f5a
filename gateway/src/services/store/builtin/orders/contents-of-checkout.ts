import type { TaxPlace } from "../../../shared/addresses/address.ts";
import { shownVariantTitle } from "../catalogue/catalogue.ts";
import { CARD, NOTHING_DUE, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import type { PricedLine } from "../model/cart.ts";
import type { Order, OrderLine } from "../model/order.ts";
import type { Consent, PaymentChoice } from "./orders.ts";
import { manualPayment } from "./placing-error.ts";
import type { OrderContents } from "./stored-orders.ts";
import * as words from "./words.ts";

/**
 * The contents of an order that is placed from a checkout.
 *
 * @param choice the payment method, ignored when nothing is left to pay, and what the buyer agrees to
 */
export function contentsOf(
  checkout: Checkout,
  email: string,
  { method, beginsAtOnce }: PaymentChoice & Consent,
  settings: StoreSettings,
): OrderContents {
  const { priced } = checkout;
  // A code that does not reduce the price, such as free shipping on a pickup order, is not used up.
  const applied = priced.discounts.filter(({ error, amount }) => error === undefined && amount > 0);
  return {
    email,
    currency: settings.currency,
    lines: priced.lines.map(toOrderLine),
    linesSubtotal: priced.linesSubtotal,
    discount: applied.reduce((sum, { amount }) => sum + amount, 0),
    discountCodes: applied.map(({ code, discount }) => discount?.code ?? code),
    subtotal: priced.subtotal,
    delivery: deliveryOf(checkout),
    taxesIncluded: settings.taxesIncluded,
    taxPlace: priced.taxPlace && placeOf(priced.taxPlace),
    taxes: priced.taxes,
    totalTax: priced.totalTax,
    total: priced.total,
    giftCards: giftCardsOf(checkout),
    due: priced.due,
    address: checkout.address,
    note: checkout.note,
    attributes: checkout.attributes,
    ...(beginsAtOnce && { beginsAtOnce }),
    payment: paymentOf(checkout, method, settings),
  };
}

function toOrderLine({ line, variant, unitPrice, discounts, total }: PricedLine): OrderLine {
  const { product } = variant;
  return {
    variantId: variant.id,
    handle: product.handle,
    title: product.title,
    variantTitle: shownVariantTitle(variant),
    sku: variant.sku,
    quantity: line.quantity,
    unitPrice,
    discount: discounts.reduce((sum, { amount }) => sum + amount, 0),
    total,
    requiresShipping: variant.requiresShipping,
    ...(variant.withdrawal !== null && { withdrawal: variant.withdrawal }),
    attributes: line.attributes,
  };
}

/** Stores only country and province: a tax place may be a whole address. */
function placeOf({ countryCode, provinceCode }: TaxPlace): TaxPlace {
  return { countryCode, provinceCode };
}

function deliveryOf({ priced: { delivery, deliveryPrice } }: Checkout): Order["delivery"] {
  if (delivery === null) return { kind: "none", handle: "", title: "", price: 0, instructions: "" };
  const { kind, handle, title, instructions, rate } = delivery;
  const upToDays = rate?.upToDays;
  return {
    kind,
    handle,
    title,
    price: deliveryPrice,
    instructions: instructions ?? "",
    ...(upToDays !== undefined && { upToDays }),
  };
}

function giftCardsOf({ giftCards, priced }: Checkout): Order["giftCards"] {
  return priced.giftCards
    .filter(({ used }) => used > 0)
    .map(({ id, used }) => {
      const card = giftCards.find((entered) => entered.id === id);
      return { id, used, lastCharacters: card?.lastCharacters ?? "" };
    });
}

function paymentOf(checkout: Checkout, method: string, settings: StoreSettings): OrderContents["payment"] {
  if (checkout.priced.due === 0) return { method: NOTHING_DUE, title: words.nothingToPay, instructions: "" };
  const manual = manualPayment(checkout, method, settings);
  if (manual === undefined) return { method: CARD, title: words.card, instructions: "" };
  return { method: manual.handle, title: manual.title, instructions: manual.instructions };
}
