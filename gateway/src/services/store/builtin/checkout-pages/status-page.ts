import { formatWritten } from "@porchlight/protocol/format-price.ts";
import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import { type PriceFormat, priceText } from "../catalogue/money-format.ts";
import { CARD } from "../catalogue/store-settings.ts";
import type { Order } from "../model/order.ts";
import { lastDayOfHold } from "../orders/hold.ts";
import { addressLinesOf, placeInWords } from "../orders/order-in-words.ts";
import { hasOtherSum, wasPaidInVain } from "../orders/order-rules.ts";
import { statusPathOf } from "../orders/status-path.ts";
import { isFullTotalDue, withdrawnPart } from "../orders/withdrawal-rules.ts";
import { details, nameLines } from "./details.ts";
import { errorSummary } from "./fields.ts";
import { goodsList } from "./goods.ts";
import { totalText } from "./prices.ts";
import { sumsOfOrder } from "./sums.ts";
import { withdrawalSection } from "./withdrawal-section.ts";

/** What the page of an order shows. `problem` is why the last request there failed. */
type StatusPageContext = {
  snapshot: CatalogueSnapshot;
  takesCards: boolean;
  now: Date;
  /** Page number of its lines, from 1. */
  page: number;
  /** Whether a mail server sends emails; without one they wait for the owner. */
  isMailSent: boolean;
  problem?: string;
};

/** The buyer's page of an order, from the thank-you to the delivery. */
export function statusPage(order: Order, context: StatusPageContext): Markup {
  const { snapshot, now, isMailSent, page, problem } = context;
  const format = { ...snapshot.settings, currency: order.currency };
  return html`${problem === undefined ? "" : errorSummary({ "": problem })}<article class="status">
<header class="status-head">
<p class="eyebrow">Order #${order.number}</p>
<h1>${headline(order)}</h1>
${whatHappensNext(order, format, context)}
</header>
<div class="status-columns">
<section aria-labelledby="goods"><h2 id="goods">What you ordered</h2>
${order.lines.length === 0 ? html`<p class="soft">It ended more than 30 days ago without being paid, so what was in it was removed.</p>` : ""}
${goodsList(
  order.lines.map((line) => () => ({
    ...line,
    variant: snapshot.variantById(line.variantId),
    below: html`<p class="soft">${line.quantity} × ${priceText(line.unitPrice, format)}</p>`,
    price: priceText(line.total, format),
  })),
  { page, pathOf: (other) => `${statusPathOf(order)}&page=${other}` },
)}
${sumsOfOrder(order, format)}
</section>
<section aria-labelledby="details"><h2 id="details">Details</h2>
${detailsOf(order, format)}
</section>
</div>
${withdrawalSection(order, { ...snapshot.settings, now, isMailSent })}
<p class="status-keep soft">Keep the address of this page: it always shows how your order is getting on.${isMailSent && isInEmail(order) ? " It is in our email too." : ""}</p>
</article>`;
}

/** The buyer gets no email about a card order before it is paid or cancelled. */
function isInEmail({ payment, cancelledAt }: Order): boolean {
  return payment.method !== CARD || payment.paidAt !== null || cancelledAt !== null;
}

function headline(order: Order): string {
  const { payment, cancelledAt, cancelReason, shipment, delivery } = order;
  if (cancelReason === "unpaid") return "This order has ended";
  if (cancelledAt !== null) return "This order was cancelled";
  if (payment.status === "refunded" || wasPaidInVain(order)) return "Your money is on its way back";
  if (payment.status === "voided") return "This order was not paid";
  if (withdrawnPart(order) === "all") return "Your withdrawal has reached us";
  if (shipment !== null) return delivery.kind === "shipping" ? "It is on its way" : "It is ready for you";
  if (hasOtherSum(order)) return "We are looking at your payment";
  return payment.status === "awaiting-card" ? "Waiting for your payment" : "Thank you";
}

function whatHappensNext(order: Order, format: PriceFormat, context: StatusPageContext): Markup {
  const { snapshot, takesCards, isMailSent } = context;
  const { payment, cancelledAt, cancelReason } = order;
  if (cancelReason === "unpaid") {
    return html`<p class="lead">It was not paid in time, so nothing will be sent, and you owe nothing. Is your payment on its way already? Then write to us, and you get it back.</p>${moneyBack(order, format)}
<p><a class="arrow-link" href="/shop">To the shop</a></p>`;
  }
  if (cancelledAt !== null) {
    return html`<p class="lead">Nothing will be sent, and there is nothing to pay.</p>${moneyBack(order, format)}`;
  }
  if (hasOtherSum(order)) {
    return html`<p class="lead">You have paid ${paidText(order, format)}, which is not what we asked for: this order comes to ${totalText(order.due, format)}. We have been told. It is kept for you until we have put that right, or paid you back. Please do not pay again.</p>`;
  }
  switch (payment.status) {
    case "voided":
      return html`<p class="lead">${whatWasTaken(order, format)} You are welcome to order again.</p>
<p><a class="arrow-link" href="/shop">To the shop</a></p>`;
    case "refunded":
      return moneyBack(order, format);
    case "awaiting-card":
      return html`<p class="lead">We have not heard from the card processor yet. If you have paid, look again in a moment.</p>${takesCards ? payForms(order, format) : ""}`;
    default:
      return html`${whereItIs(order, isMailSent)}${isFullTotalDue(order) ? howToPay(order, format, snapshot.settings.timeZone) : ""}`;
  }
}

function whatWasTaken(order: Order, format: PriceFormat): string {
  if (!wasPaidInVain(order)) return "Nothing was taken, and nothing will be sent.";
  return `What you paid, ${paidText(order, format)}, goes back the way it came. That can take a few days. Nothing will be sent.`;
}

/** The sum paid by card; it differs from the requested one only in rare cases. */
function paidText({ due, payment }: Order, format: PriceFormat): string {
  return payment.otherSum === null ? totalText(due, format) : formatWritten(payment.otherSum, format.language);
}

function whereItIs(order: Order, isMailSent: boolean): Markup {
  if (withdrawnPart(order) === "all") return html`<p class="lead">You have withdrawn from this order.</p>`;
  const { payment, shipment, delivery } = order;
  if (shipment !== null) return sent(order, shipment);
  if (withdrawnPart(order) === "some") return html`<p class="lead">You have withdrawn from a part of this order.</p>`;
  if (payment.status === "pending") return html`<p class="lead">We have your order. Here is how to pay for it.</p>`;
  const first = payment.method === CARD ? "Your payment has arrived." : "We have your order.";
  return html`<p class="lead">${first} ${(isMailSent ? NEXT_BY_EMAIL : NEXT_ON_THIS_PAGE)[delivery.kind]}</p>`;
}

/** Without a mail server emails wait for the owner, so only this page reaches the buyer. */
const NEXT_ON_THIS_PAGE: Readonly<Record<Order["delivery"]["kind"], string>> = {
  shipping: "This page says when it leaves.",
  pickup: "This page says when it is ready.",
  none: "This page says how it goes on.",
};

const NEXT_BY_EMAIL: Readonly<Record<Order["delivery"]["kind"], string>> = {
  shipping: "We write to you when it leaves.",
  pickup: "We write to you when it is ready.",
  none: "We write to you when it is ready.",
};

function sent({ delivery }: Order, shipment: NonNullable<Order["shipment"]>): Markup {
  const { downloadUrl } = shipment;
  const download = downloadUrl
    ? html`<p class="lead"><a href="${downloadUrl}" rel="noopener">Your download</a></p>`
    : html``;
  switch (delivery.kind) {
    case "pickup":
      return html`<p class="lead as-written">${delivery.instructions}</p>${download}`;
    case "shipping":
      return html`${tracking(shipment)}${download}`;
    case "none":
      return downloadUrl ? download : html`<p class="lead">We have sent you what you ordered.</p>`;
  }
}

function tracking({ trackingNumber, trackingUrl, carrier }: NonNullable<Order["shipment"]>): Markup {
  if (!trackingNumber) {
    const words = `It left us${carrier ? ` with ${carrier}` : ""}.`;
    return html`<p class="lead">${trackingUrl ? html`<a href="${trackingUrl}" rel="noopener">${words}</a>` : words}</p>`;
  }
  const number = trackingUrl
    ? html`<a href="${trackingUrl}" rel="noopener">${trackingNumber}</a>`
    : html`<strong>${trackingNumber}</strong>`;
  return html`<p class="lead">${carrier ? `${carrier}, tracking` : "Tracking"} number ${number}</p>`;
}

function howToPay(order: Order, format: PriceFormat, timeZone: string): Markup {
  const { number, due, payment } = order;
  const lastDay = lastDayOfHold(order, format.language, timeZone);
  return html`<section class="how-to-pay" aria-labelledby="how-to-pay">
<h2 id="how-to-pay">${payment.title}: ${totalText(due, format)}</h2>
<p class="as-written">${payment.instructions}</p>
<p>Your order number is <strong>#${number}</strong>.</p>
${lastDay === undefined ? "" : html`<p>We hold it for you until <strong>${lastDay}</strong>. If it is not paid by then, the order ends, and you owe nothing.</p>`}
</section>`;
}

function payForms({ id, statusKey, due }: Order, format: PriceFormat): Markup {
  const form = (action: string, button: Markup) =>
    html`<form method="post" action="/checkout/orders/${id}/${action}?key=${statusKey}"><input type="hidden" name="key" value="${statusKey}">${button}</form>`;
  return html`<div class="status-pay">${form("pay", html`<button class="button">Pay now · ${totalText(due, format)}</button>`)}
${form("another-way", html`<button class="button button-quiet">Choose another way</button>`)}</div>`;
}

/** Gift cards get their amounts back whether the rest was paid or not; a payment goes back the way it came. */
function moneyBack(order: Order, format: PriceFormat): Markup {
  const { refundedAt, due, giftCards } = order;
  const goesBack = (refundedAt !== null && due > 0) || wasPaidInVain(order);
  return html`${goesBack ? html`<p class="lead">${paidText(order, format)} goes back the way it came. That can take a few days.</p>` : ""}${giftCards.map(
    ({ used, lastCharacters }) =>
      html`<p class="lead">${totalText(used, format)} is back on the gift card ending in ${lastCharacters}.</p>`,
  )}`;
}

const PAYMENT_WORDS: Readonly<Record<Order["payment"]["status"], string>> = {
  pending: "Not paid yet",
  "awaiting-card": "Not paid yet",
  paid: "Paid",
  refunded: "Paid back",
  voided: "Not paid",
};

function paymentInWords(order: Order, format: PriceFormat): string {
  const { status } = order.payment;
  if (hasOtherSum(order)) return `${paidText(order, format)} paid`;
  return wasPaidInVain(order) ? PAYMENT_WORDS.refunded : PAYMENT_WORDS[status];
}

function detailsOf(order: Order, format: PriceFormat): Markup {
  const { email, address, delivery, payment, note } = order;
  return details([
    { title: "Email", lines: [email].filter(Boolean) },
    { title: "Address", lines: delivery.kind === "shipping" ? addressLinesOf(address) : [] },
    { title: "Country", lines: delivery.kind === "none" ? [placeInWords(address)].filter(Boolean) : [] },
    { title: "Name", lines: delivery.kind === "pickup" ? nameLines(address) : [] },
    delivery.kind === "pickup"
      ? { title: "Pick up", lines: [delivery.title], words: delivery.instructions }
      : { title: "Delivery", lines: delivery.kind === "none" ? [] : [delivery.title] },
    { title: "Payment", lines: [payment.title, paymentInWords(order, format)] },
    { title: "Your note", lines: [], words: note ?? "" },
  ]);
}
