import { formatRate } from "@porchlight/protocol/format-number.ts";
import type { MinorUnits } from "@porchlight/protocol/money.ts";
import { html } from "hono/html";
import { missingParts } from "../../../shared/addresses/address.ts";
import type { Markup } from "../../../shared/plain-page/document.ts";
import { type PriceFormat, priceText } from "../catalogue/money-format.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import { isPlaceMissing } from "../pricing/taxes.ts";
import { deliveryPriceText, totalText } from "./prices.ts";
import * as words from "./words.ts";

/** A row of the sums. */
type Sum = { title: string; amount: string; kind?: "total" | "soft" };

type Tax = { title: string; rateMillionths: number; amount: MinorUnits };

/** The sums of a checkout, as far as they are known. */
export function sumsOfCheckout({ priced, address }: Checkout, format: PriceFormat, taxesIncluded: boolean): Markup {
  const { delivery, deliveryPrice, requiresShipping, linesSubtotal, subtotal, taxes, total, due } = priced;
  const isAddressKnown = address !== null && missingParts(address).length === 0;
  const knowsTaxes = requiresShipping ? isAddressKnown || delivery?.kind === "pickup" : !isPlaceMissing(priced);
  const deliverySum = delivery
    ? { title: delivery.title, amount: deliveryPriceText(deliveryPrice, format) }
    : { title: words.delivery, amount: isAddressKnown ? words.notChosen : words.atNextStep };
  return bill([
    { title: words.subtotal, amount: priceText(linesSubtotal, format) },
    ...discountSums(linesSubtotal - subtotal, format),
    ...(requiresShipping ? [deliverySum] : []),
    ...taxSums(taxes, taxesIncluded, format),
    ...(knowsTaxes || taxesIncluded ? [] : [{ title: words.taxes, amount: words.atNextStep }]),
    { title: words.total, amount: totalText(total, format), kind: "total" },
    ...giftCardSums(total - due, format),
    ...(due < total ? [{ title: words.leftToPay, amount: totalText(due, format), kind: "total" } as const] : []),
  ]);
}

/** The sums of an order. */
export function sumsOfOrder(order: Order, format: PriceFormat): Markup {
  const { delivery, linesSubtotal, subtotal, taxes, taxesIncluded, total, due, payment } = order;
  const isPaid = payment.paidAt !== null;
  const isOver = order.cancelledAt !== null || payment.status === "voided";
  return bill([
    { title: words.subtotal, amount: priceText(linesSubtotal, format) },
    ...discountSums(linesSubtotal - subtotal, format),
    ...(delivery.kind === "none" ? [] : [{ title: delivery.title, amount: deliveryPriceText(delivery.price, format) }]),
    ...taxSums(taxes, taxesIncluded, format),
    { title: words.total, amount: totalText(total, format), kind: "total" },
    ...giftCardSums(total - due, format),
    ...(due < total && (isPaid || !isOver)
      ? [{ title: isPaid ? words.paid : words.toPay, amount: totalText(due, format), kind: "total" } as const]
      : []),
  ]);
}

function discountSums(off: MinorUnits, format: PriceFormat): Sum[] {
  return off > 0 ? [{ title: words.discount, amount: priceText(-off, format) }] : [];
}

function giftCardSums(used: MinorUnits, format: PriceFormat): Sum[] {
  return used > 0 ? [{ title: words.giftCard, amount: priceText(-used, format) }] : [];
}

function taxSums(taxes: readonly Tax[], areIncluded: boolean, format: PriceFormat): Sum[] {
  return taxes.map(({ title, rateMillionths, amount }) => {
    const named = `${title} ${formatRate(rateMillionths, format.language)}`;
    return areIncluded
      ? { title: words.includedTax(named), amount: priceText(amount, format), kind: "soft" }
      : { title: named, amount: priceText(amount, format) };
  });
}

function bill(sums: readonly Sum[]): Markup {
  return html`<dl class="sums">${sums.map(
    ({ title, amount, kind }) =>
      html`<div${kind ? html` class="${kind === "total" ? "sums-total" : "soft"}"` : ""}><dt>${title}</dt><dd>${amount}</dd></div>`,
  )}</dl>`;
}
