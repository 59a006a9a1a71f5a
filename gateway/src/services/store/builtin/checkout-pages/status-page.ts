import { formatWritten } from "@porchlight/protocol/format-price.ts";
import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import { type PriceFormat, priceText } from "../catalogue/money-format.ts";
import { CARD } from "../catalogue/store-settings.ts";
import type { Order } from "../model/order.ts";
import { lastDayOfHold } from "../orders/hold.ts";
import { addressLinesOf, placeInWords } from "../orders/order-in-words.ts";
import { instructionsOf, wasPaidInVain } from "../orders/order-rules.ts";
import { statusPathOf } from "../orders/status-path.ts";
import { downloadLinkOf, isFullTotalDue, withdrawnPart } from "../orders/withdrawal-rules.ts";
import { details, nameLines } from "./details.ts";
import { errorSummary } from "./fields.ts";
import { goodsList } from "./goods.ts";
import { totalText } from "./prices.ts";
import { stagesOf } from "./stages.ts";
import { sumsOfOrder } from "./sums.ts";
import { withdrawalSection } from "./withdrawal-section.ts";
import * as words from "./words.ts";

/** What the page of an order shows. `problem` says why the last form on it failed. */
type StatusPageContext = {
  snapshot: CatalogueSnapshot;
  takesCards: boolean;
  now: Date;
  /** The page of the order's list of lines, from 1. */
  page: number;
  /** Whether a mail server sends emails. Without one, they wait for the owner. */
  isMailSent: boolean;
  problem?: string;
};

/** The page on which a buyer follows an order, from the thank-you to the delivery. */
export function statusPage(order: Order, context: StatusPageContext): Markup {
  const { snapshot, now, isMailSent, page, problem } = context;
  const { contactEmail } = snapshot.settings;
  const format = { ...snapshot.settings, currency: order.currency };
  return html`${problem === undefined ? "" : errorSummary({ "": problem })}<article class="status">
<header class="status-head">
<p class="eyebrow">${words.orderNumber(order.number)}</p>
<h1>${headline(order)}</h1>
${whatHappensNext(order, format, context)}
</header>
${stagesOf(order, snapshot.settings)}
<div class="status-columns">
<section aria-labelledby="goods"><h2 id="goods">${words.whatYouOrdered}</h2>
${order.lines.length === 0 ? html`<p class="soft">${words.goodsRemoved}</p>` : ""}
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
<section aria-labelledby="details"><h2 id="details">${words.details}</h2>
${detailsOf(order)}
</section>
</div>
${withdrawalSection(order, { ...snapshot.settings, now, isMailSent })}
<p class="status-keep soft">${words.keepAddress}${isMailSent && isInEmail(order) ? ` ${words.isInEmailToo}` : ""}${contactEmail ? html` ${words.questionsTo(html`<a href="mailto:${contactEmail}">${contactEmail}</a>`)}` : ""}</p>
</article>`;
}

/** The buyer gets no email about a card order before it is paid or cancelled. */
function isInEmail({ payment, cancelledAt }: Order): boolean {
  return payment.method !== CARD || payment.paidAt !== null || cancelledAt !== null;
}

function headline(order: Order): string {
  const { payment, cancelledAt, cancelReason, shipment, delivery } = order;
  if (cancelReason === "unpaid") return words.headlines.unpaid;
  if (cancelledAt !== null) return words.headlines.cancelled;
  if (payment.status === "refunded" || wasPaidInVain(order)) return words.headlines.moneyBack;
  if (payment.status === "voided") return words.headlines.voided;
  if (withdrawnPart(order) === "all") return words.headlines.withdrawn;
  if (shipment !== null) return delivery.kind === "shipping" ? words.headlines.sent : words.headlines.ready;
  return payment.status === "awaiting-card" ? words.headlines.waiting : words.headlines.thanks;
}

function whatHappensNext(order: Order, format: PriceFormat, context: StatusPageContext): Markup {
  const { snapshot, takesCards, isMailSent } = context;
  const { payment, cancelledAt, cancelReason } = order;
  if (cancelReason === "unpaid") {
    return html`<p class="lead">${words.endedUnpaid}</p>${moneyBack(order, format)}
<p><a class="arrow-link" href="/shop">${words.toShop}</a></p>`;
  }
  if (cancelledAt !== null) {
    return html`<p class="lead">${words.cancelled}</p>${moneyBack(order, format)}`;
  }
  switch (payment.status) {
    case "voided":
      return html`<p class="lead">${whatWasTaken(order, format)} ${words.orderAgain}</p>
<p><a class="arrow-link" href="/shop">${words.toShop}</a></p>`;
    case "refunded":
      return moneyBack(order, format);
    case "awaiting-card":
      return html`<p class="lead">${words.waitingForCard}</p>${takesCards ? payForms(order, format) : ""}`;
    default:
      return html`${whereItIs(order, isMailSent)}${isFullTotalDue(order) ? howToPay(order, format, snapshot.settings.timeZone) : ""}`;
  }
}

function whatWasTaken(order: Order, format: PriceFormat): string {
  return wasPaidInVain(order) ? words.paidInVain(paidText(order, format)) : words.nothingTaken;
}

/** The sum paid by card. In rare cases it differs from the requested sum. */
function paidText({ due, payment }: Order, format: PriceFormat): string {
  return payment.otherSum === null ? totalText(due, format) : formatWritten(payment.otherSum, format.language);
}

function whereItIs(order: Order, isMailSent: boolean): Markup {
  if (withdrawnPart(order) === "all") return html`<p class="lead">${words.withdrewFromAll}</p>`;
  const { payment, shipment, delivery } = order;
  if (shipment !== null) return sent(order, shipment);
  if (withdrawnPart(order) === "some") return html`<p class="lead">${words.withdrewFromPart}</p>`;
  if (payment.status === "pending") return html`<p class="lead">${words.hereIsHowToPay}</p>`;
  const first = payment.method === CARD ? words.paymentArrived : words.haveOrder;
  return html`<p class="lead">${first} ${(isMailSent ? words.nextByEmail : words.nextOnThisPage)[delivery.kind]}</p>`;
}

function sent(order: Order, shipment: NonNullable<Order["shipment"]>): Markup {
  const { delivery } = order;
  const link = downloadLinkOf(order);
  const download = link
    ? html`<p><a class="button" href="${link}" rel="noopener">${words.yourDownload}</a></p>`
    : html``;
  switch (delivery.kind) {
    case "pickup":
      return html`<p class="lead as-written">${delivery.instructions}</p>${download}`;
    case "shipping":
      return html`${tracking(shipment)}${download}`;
    case "none":
      return link ? download : html`<p class="lead">${words.sentWithoutParcel}</p>`;
  }
}

function tracking({ trackingNumber, trackingUrl, carrier }: NonNullable<Order["shipment"]>): Markup {
  if (!trackingNumber) {
    const text = words.leftUs(carrier);
    return html`<p class="lead">${trackingUrl ? html`<a href="${trackingUrl}" rel="noopener">${text}</a>` : text}</p>`;
  }
  const number = trackingUrl
    ? html`<a href="${trackingUrl}" rel="noopener">${trackingNumber}</a>`
    : html`<strong>${trackingNumber}</strong>`;
  return html`<p class="lead">${words.trackingNumber(number, carrier)}</p>`;
}

function howToPay(order: Order, format: PriceFormat, timeZone: string): Markup {
  const { number, due, payment } = order;
  const lastDay = lastDayOfHold(order, format.language, timeZone);
  return html`<section class="how-to-pay" aria-labelledby="how-to-pay">
<h2 id="how-to-pay">${words.payByTransfer(payment.title, totalText(due, format))}</h2>
${instructionsOf(order).map((paragraph) => html`<p class="as-written">${paragraph}</p>`)}
<p>${words.yourOrderNumber(html`<strong>#${number}</strong>`)}</p>
${lastDay === undefined ? "" : html`<p>${words.heldUntil(html`<strong>${lastDay}</strong>`)}</p>`}
</section>`;
}

function payForms({ id, statusKey, due }: Order, format: PriceFormat): Markup {
  const form = (action: string, button: Markup) =>
    html`<form method="post" action="/checkout/orders/${id}/${action}?key=${statusKey}"><input type="hidden" name="key" value="${statusKey}">${button}</form>`;
  return html`<div class="status-pay">${form("pay", html`<button class="button">${words.payNow(totalText(due, format))}</button>`)}
${form("another-way", html`<button class="button button-quiet">${words.chooseAnotherWay}</button>`)}</div>`;
}

/** A gift card gets its amount back even if the buyer never paid the rest. A payment is refunded the way it came. */
function moneyBack(order: Order, format: PriceFormat): Markup {
  const { refundedAt, due, giftCards } = order;
  const goesBack = (refundedAt !== null && due > 0) || wasPaidInVain(order);
  return html`${goesBack ? html`<p class="lead">${words.moneyGoesBack(paidText(order, format))}</p>` : ""}${giftCards.map(
    ({ used, lastCharacters }) =>
      html`<p class="lead">${words.backOnGiftCard(totalText(used, format), lastCharacters)}</p>`,
  )}`;
}

function paymentInWords(order: Order): string {
  const { status } = order.payment;
  return wasPaidInVain(order) ? words.paymentStates.refunded : words.paymentStates[status];
}

function detailsOf(order: Order): Markup {
  const { email, address, delivery, payment, note } = order;
  return details([
    { title: words.email, lines: [email].filter(Boolean) },
    { title: words.address, lines: delivery.kind === "shipping" ? addressLinesOf(address) : [] },
    { title: words.country, lines: delivery.kind === "none" ? [placeInWords(address)].filter(Boolean) : [] },
    { title: words.name, lines: delivery.kind === "pickup" ? nameLines(address) : [] },
    delivery.kind === "pickup"
      ? { title: words.pickUp, lines: [delivery.title], words: delivery.instructions }
      : { title: words.delivery, lines: delivery.kind === "none" ? [] : [delivery.title] },
    { title: words.payment, lines: [payment.title, paymentInWords(order)] },
    { title: words.yourNote, lines: [], words: note ?? "" },
  ]);
}
