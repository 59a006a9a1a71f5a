import { formatWritten } from "@porchlight/protocol/format-price.ts";
import type { Block, EmailContent } from "../../../shared/emails/content.ts";
import { CARD } from "../catalogue/store-settings.ts";
import type { Order, OrderLine } from "../model/order.ts";
import type { FailedRefund, LostOrder, OrderEvent, RefusedRefund } from "./order-event.ts";
import {
  addressLinesOf,
  buyerOf,
  discountOf,
  goodsReceipt,
  inWords,
  nameIn,
  nameOf,
  oneLine,
  paidInWords,
  receiptOf,
  type Sender,
} from "./order-in-words.ts";
import { OWNER_EMAILS_AN_HOUR, type OwnerSummary } from "./owner-summary.ts";
import { composeWithdrawalNotice } from "./withdrawal-emails.ts";
import { isInWithdrawalCountry } from "./withdrawal-rules.ts";
import * as words from "./words.ts";

/** Whether the owner gets an email about an event. */
export function concernsOwner({ type, order }: OrderEvent): boolean {
  if (type === "placed" || type === "paid") return (type === "paid") === (order.payment.method === CARD);
  return type === "paid-late" || type === "expired" || type === "withdrawn";
}

/**
 * Composes the email to the owner about a new order, a refunded card payment, a withdrawal, or an order that ended
 * unpaid.
 */
export function composeOwnerEmail({ type, order }: OrderEvent, sender: Sender): EmailContent | undefined {
  const { language } = sender;
  if (type === "paid-late") return paidLate(order, language);
  if (type === "expired") return expired(order, language);
  if (type === "withdrawn") return composeWithdrawalNotice(order, sender);
  return concernsOwner({ type, order }) ? newOrder(order, language) : undefined;
}

/** Composes the summary of all events about which the owner got no separate email. */
export function composeSummary({ events, unnamed }: OwnerSummary, language: string): EmailContent {
  return {
    subject: words.ordersInLastHour(events.length + unnamed),
    title: words.ordersInLastHour(events.length + unnamed),
    blocks: [
      words.soMuchHappened(OWNER_EMAILS_AN_HOUR),
      {
        lines: [
          ...events.map(({ type, order }) =>
            words.summaryEntry(order.number, inWords(order.total, order, language), words.events[type] ?? type),
          ),
          ...(unnamed > 0 ? [words.moreOnDashboard(unnamed)] : []),
        ],
      },
      words.isItBusy,
    ],
  };
}

/** Composes the email about a payment that was refunded because its order is missing. */
export function composeLostOrder({ number, email, paymentId }: LostOrder): EmailContent {
  return {
    subject: words.paidBackUnknown(number),
    title: words.paidBackUnknown(number),
    blocks: [words.paidForLostOrder(number), words.allPaidBack, paidBy(email, paymentId), words.sameNumber],
  };
}

/** Composes the email about a payment whose refund Stripe rejects. */
export function composeRefusedRefund(
  { number, email, payment, amount: written, isLost }: RefusedRefund,
  language: string,
): EmailContent {
  const amount = formatWritten(written, language);
  return {
    subject: words.pleasePayBack(amount, number),
    title: words.pleasePayBack(amount, number),
    blocks: [
      words.paidInVain(amount, number, isLost),
      words.stripeRefused(isLost),
      paidBy(email, payment),
      ...(isLost ? [words.sameNumber] : []),
    ],
  };
}

/** Composes the email about a refund that came back to the owner. */
export function composeFailedRefund(
  { number, email, payment, amount: written }: FailedRefund,
  language: string,
): EmailContent {
  const amount = formatWritten(written, language);
  const stripePayment = words.entry(words.stripePayment, payment);
  return {
    subject: words.refundDidNotArrive(amount, number),
    title: words.refundDidNotArrive(amount, number),
    blocks: [
      words.stripeCouldNotPay(amount, number),
      words.payByHand,
      ...(email
        ? [{ lines: [words.entry(words.buyerTo, oneLine(email)), stripePayment] }]
        : [stripePayment, words.buyerIsAtStripe]),
    ],
  };
}

function paidLate(order: Order, language: string): EmailContent {
  const { number, email, due, payment } = order;
  const amount = paidInWords(order, language);
  const isInTime = payment.otherSum !== null;
  return {
    subject: isInTime ? words.otherSumGoesBack(number) : words.paymentGoesBack(number),
    title: isInTime ? words.otherSumGoesBack(number) : words.paymentGoesBack(number),
    blocks: [
      isInTime ? words.paidOtherSum(amount, inWords(due, order, language), number) : words.paidAfterEnd(amount, number),
      words.siteAsksStripe,
      paidBy(email, payment.paymentId),
    ],
  };
}

function expired(order: Order, language: string): EmailContent {
  const { number, email, payment } = order;
  return {
    subject: words.endedUnpaid(number),
    title: words.endedUnpaid(number),
    blocks: [
      words.endedByItself(number, payment.title),
      { receipt: [goodsReceipt(order, language)] },
      words.ifMoneyCame,
      buyerOf(email),
    ],
  };
}

function newOrder(order: Order, language: string): EmailContent {
  const { number, email, note } = order;
  return {
    subject: words.newOrder(number, inWords(order.total, order, language)),
    title: words.somebodyBought(number),
    blocks: [
      receiptOf(order, language),
      ...discountOf(order, language),
      paymentOf(order),
      buyerOf(email),
      ...whereTo(order),
      ...order.lines.flatMap(wishesOf),
      ...downloadsOf(order),
      ...(note ? [{ intro: words.buyersNote, typed: linesOf(note) }] : []),
    ],
  };
}

/** Says whether the buyer can withdraw from a download after it was sent: then the owner may want to wait. */
function downloadsOf(order: Order): string[] {
  const hasDownload = order.lines.some(({ withdrawal }) => withdrawal === "untilSent");
  if (!hasDownload || !isInWithdrawalCountry(order)) return [];
  return [order.beginsAtOnce ? words.wantsDownloadAtOnce : words.canWithdrawFromDownload];
}

function paymentOf({ due, payment: { status, title } }: Order): string {
  if (due === 0) return words.coveredByCodes;
  return status === "paid" ? words.isPaidBy(title) : words.isNotPaidYet(title);
}

function paidBy(email: string, paymentId: string | null): Block {
  return { lines: [buyerOf(email), words.entry(words.stripePayment, `${paymentId}`)] };
}

function whereTo(order: Order): Block[] {
  const { delivery, address } = order;
  const entry = (title: string, typed = "") => (typed === "" ? [] : [words.entry(title, oneLine(typed))]);
  const phone = entry(words.telephone, address?.phone);
  if (delivery.kind === "none") return [words.nothingToSend];
  if (delivery.kind === "shipping") {
    return [{ intro: words.sendTo, typed: [...addressLinesOf(address), ...phone] }];
  }
  return [
    {
      intro: words.entry(words.placeOfPickup, delivery.title),
      typed: [...entry(words.name, nameIn(address)), ...phone],
    },
  ];
}

/** The buyer's wishes for a line, such as a name to print. */
function wishesOf(line: OrderLine): Block[] {
  if (line.attributes.length === 0) return [];
  const typed = line.attributes.map(({ key, value }) => words.entry(oneLine(key), oneLine(value)));
  return [{ intro: words.withItem(nameOf(line)), typed }];
}

function linesOf(text: string): string[] {
  return text.split(/[\r\n\u2028\u2029]+/).map(oneLine);
}
