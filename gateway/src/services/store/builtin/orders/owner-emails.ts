import { formatWritten } from "@porchlight/protocol/format-price.ts";
import { CARD } from "../catalogue/store-settings.ts";
import type { Order, OrderLine } from "../model/order.ts";
import type { Sender, Words } from "./email-words.ts";
import type { FailedRefund, LostOrder, OrderEvent, RefusedRefund } from "./order-event.ts";
import { addressLinesOf, fetchedBy, goodsOf, inWords, nameOf, oneLine, paidInWords, sumsOf } from "./order-in-words.ts";
import { OWNER_EMAILS_AN_HOUR, type OwnerSummary } from "./owner-summary.ts";
import { wordsAboutWithdrawal } from "./withdrawal-emails.ts";
import { isInWithdrawalCountry } from "./withdrawal-rules.ts";

const IS_LOST =
  "and your site does not have this order any more. That happens when a backup is restored while a buyer is paying.";
const SAME_NUMBER = "A newer order can have the same number. It is another one.";

/** Whether the owner gets an email about an event. */
export function concernsOwner({ type, order }: OrderEvent): boolean {
  if (type === "placed" || type === "paid") return (type === "paid") === (order.payment.method === CARD);
  return type === "paid-late" || type === "expired" || type === "withdrawn";
}

/**
 * Words of the email to the owner about a new order, a card payment that goes back, a withdrawal, or an order that
 * ended unpaid.
 */
export function wordsToOwner({ type, order }: OrderEvent, sender: Sender): Words | undefined {
  const { language } = sender;
  if (type === "paid-late") return paidLate(order, language);
  if (type === "expired") return expired(order, language);
  if (type === "withdrawn") return wordsAboutWithdrawal(order, sender);
  return concernsOwner({ type, order }) ? newOrder(order, language) : undefined;
}

/** Words of the summary of all events that the owner got no separate email about. */
export function wordsOfSummary({ events, unnamed }: OwnerSummary, language: string): Words {
  const count = events.length + unnamed;
  return {
    subject: `Your orders in the last hour: ${count} more`,
    paragraphs: [
      `So much happened to your orders that we stopped writing about each of them after ${OWNER_EMAILS_AN_HOUR} emails. Here is the rest:`,
      [
        ...events.map(
          ({ type, order }) => `#${order.number}, ${inWords(order.total, order, language)}: ${inShort(type)}`,
        ),
        ...(unnamed > 0 ? [`and ${unnamed} more, which your dashboard lists`] : []),
      ],
      "Is this not a busy day, but somebody who orders without paying? Then cancel these orders, and their goods are for sale again at once.",
    ],
  };
}

function inShort(type: OrderEvent["type"]): string {
  switch (type) {
    case "placed":
      return "a new order, not paid by card";
    case "paid":
      return "a new order, paid by card";
    case "expired":
      return "ended, because it was not paid in time";
    case "withdrawn":
      return "the buyer withdrew";
    case "paid-late":
      return "a card payment goes back, and the order has ended";
    default:
      return type;
  }
}

/** Words about a payment that was refunded because its order is missing. */
export function wordsAboutLostOrder({ number, email, paymentId }: LostOrder): Words {
  return {
    subject: `A card payment was paid back: order #${number} is not here`,
    paragraphs: [
      `Somebody paid by card for order #${number}, ${IS_LOST}`,
      "All of the payment was paid back through Stripe, and there is nothing to send. The buyer has heard nothing from us yet, so you may want to write to them.",
      [`From: ${oneLine(email)}`, `Payment at Stripe: ${paymentId}`],
      SAME_NUMBER,
    ],
  };
}

/** Words about a payment that should be refunded, but Stripe rejects the refund. */
export function wordsAboutRefusedRefund(
  { number, email, payment, amount: written, isLost }: RefusedRefund,
  language: string,
): Words {
  const amount = formatWritten(written, language);
  const why = isLost ? IS_LOST : "and this order has ended without that payment.";
  return {
    subject: `Please pay a card payment back at Stripe: ${amount}, order #${number}`,
    paragraphs: [
      `Somebody paid ${amount} by card for order #${number}, ${why}`,
      `There is nothing to send, and the money should go back. Your site asked Stripe for that, Stripe refused, and your site does not ask again. Please look up the payment in your Stripe dashboard and refund it there. ${isLost ? "The buyer has heard nothing of this from us, so you may want to write to them." : "The buyer was written that all of it goes back."}`,
      [`From: ${oneLine(email)}`, `Payment at Stripe: ${payment}`],
      ...(isLost ? [SAME_NUMBER] : []),
    ],
  };
}

/** Words about a refund that came back to the owner. */
export function wordsAboutFailedRefund(
  { number, email, payment, amount: written }: FailedRefund,
  language: string,
): Words {
  const amount = formatWritten(written, language);
  return {
    subject: `A refund did not arrive: ${amount}, order #${number}`,
    paragraphs: [
      `Stripe could not pay ${amount} for order #${number} back to the buyer. Mostly the card has expired or was closed meanwhile. The money is in your balance at Stripe again, or on its way there.`,
      "Please ask the buyer how else they can have it, and pay it by hand. On your dashboard nothing changes.",
      [...(email ? [`To: ${oneLine(email)}`] : []), `Payment at Stripe: ${payment}`],
      ...(email ? [] : ["Your site does not have this order any more; who bought stands with the payment at Stripe."]),
    ],
  };
}

function paidLate(order: Order, language: string): Words {
  const { number, email, due, payment } = order;
  const why =
    payment.otherSum === null
      ? "and this order had ended before: it was given up, not paid in time or cancelled."
      : `which comes to ${inWords(due, order, language)}. Your site asked Stripe for exactly that; perhaps a tax or a fee is switched on in your Stripe dashboard. The order has ended, and its goods are for sale again.`;
  return {
    subject: `A card payment goes back: order #${number} ${payment.otherSum === null ? "had" : "has"} ended`,
    paragraphs: [
      `Somebody paid ${paidInWords(order, language)} by card for order #${number}, ${why}`,
      "Your site asks Stripe to pay all of it back, and has written so to the buyer. There is nothing to send, and nothing for you to do. Should Stripe refuse, you get another email.",
      [`From: ${oneLine(email)}`, `Payment at Stripe: ${payment.paymentId}`],
    ],
  };
}

function expired(order: Order, language: string): Words {
  const { number, email, payment } = order;
  return {
    subject: `Order #${number} ended: it was not paid in time`,
    paragraphs: [
      `Order #${number} was to be paid by ${payment.title}, and you have not marked it as paid. It has ended by itself, and its goods are for sale again. The buyer was reminded before, and is told now.`,
      goodsOf(order, language),
      `If the money has come all the same, please give it back, or agree on a new order with the buyer. How long unpaid orders are held is for you to say: unpaidOrdersExpireAfter in content/store/store.yaml.`,
      [`From: ${oneLine(email)}`],
    ],
  };
}

function newOrder(order: Order, language: string): Words {
  const { email, note } = order;
  return {
    subject: `New order #${order.number}: ${inWords(order.total, order, language)}`,
    paragraphs: [
      `Somebody has bought from you: order #${order.number}.`,
      goodsOf(order, language),
      sumsOf(order, language),
      paymentOf(order),
      [`From: ${oneLine(email)}`, ...whereTo(order)],
      ...order.lines.flatMap(wishesOf),
      ...downloadsOf(order),
      ...(note ? [["The buyer's note:", ...quoted(note)]] : []),
    ],
  };
}

/** Whether the buyer may withdraw from a download after it was sent; then the owner may want to wait. */
function downloadsOf(order: Order): string[] {
  const hasDownload = order.lines.some(({ withdrawal }) => withdrawal === "untilSent");
  if (!hasDownload || !isInWithdrawalCountry(order)) return [];
  return [
    order.beginsAtOnce
      ? "The buyer asked for the download at once, and cannot withdraw from it once you have sent it."
      : "The buyer did not agree to lose the right to withdraw from the download: it holds for 14 days, also once you have sent it.",
  ];
}

function paymentOf({ due, payment: { status, title } }: Order): string {
  if (due === 0) return "Gift cards or codes cover all of it: nothing is left to be paid.";
  if (status === "paid") return `It is paid: ${title}.`;
  return `It is not paid yet. The buyer was told how to pay: ${title}. Mark it as paid once the money is there.`;
}

function whereTo(order: Order): string[] {
  const { delivery, address } = order;
  const phone = address?.phone ? [`Telephone: ${oneLine(address.phone)}`] : [];
  if (delivery.kind === "pickup") return [...fetchedBy(order), ...phone];
  return delivery.kind === "none" ? ["Nothing has to be sent."] : ["Send it to:", ...addressLinesOf(address), ...phone];
}

/** The buyer's wishes for a line, such as a name to print. */
function wishesOf(line: OrderLine): string[][] {
  if (line.attributes.length === 0) return [];
  return [
    [`With ${nameOf(line)}:`, ...line.attributes.map(({ key, value }) => `> ${oneLine(key)}: ${oneLine(value)}`)],
  ];
}

/** A buyer's own lines, each with a mark that distinguishes them from ours. */
function quoted(text: string): string[] {
  return text.split(/[\r\n\u2028\u2029]+/).map((line) => `> ${oneLine(line)}`);
}
