import { CARD } from "../catalogue/store-settings.ts";
import { wordsAboutWithdrawal } from "./letter-of-withdrawal.ts";
import type { Words } from "./letter-words.ts";
import type { Order, OrderLine } from "./order.ts";
import type { FailedRefund, LostOrder, OrderEvent, RefusedRefund } from "./order-event.ts";
import { addressLinesOf, fetchedBy, goodsOf, inWords, nameOf, oneLine, paidInWords, sumsOf } from "./order-in-words.ts";
import { isInWithdrawalCountry } from "./withdrawal-rules.ts";

const IS_LOST =
  "and your site does not have this order any more. That happens when a backup is restored while a buyer is paying.";
const HAD_ENDED = "and this order had ended before: it was given up, not paid in time or cancelled.";
const SAME_NUMBER = "A newer order can have the same number. It is another one.";

/** What the owner is written: of a new order, once it is one, and of a payment to look at, or that came too late. */
export function wordsToOwner({ type, order }: OrderEvent): Words | undefined {
  if (type === "other-sum") return otherSumPaid(order);
  if (type === "paid-late") return paidLate(order);
  if (type === "withdrawn") return wordsAboutWithdrawal(order);
  const isByCard = order.payment.method === CARD;
  return type === (isByCard ? "paid" : "placed") ? newOrder(order) : undefined;
}

/** What the owner is written of a payment that was paid back because its order is not here any more. */
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

/** What the owner is written of a payment that should go back, and that Stripe refuses to pay back. */
export function wordsAboutRefusedRefund({ number, email, payment, amount, isLost }: RefusedRefund): Words {
  const why = isLost ? IS_LOST : HAD_ENDED;
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

/** What the owner is written of a refund that came back to them. */
export function wordsAboutFailedRefund({ number, email, payment, amount }: FailedRefund): Words {
  return {
    subject: `A refund did not arrive: ${amount}, order #${number}`,
    paragraphs: [
      `Stripe could not pay ${amount} for order #${number} back to the buyer. Mostly the card has expired or was closed meanwhile. The money is in your balance at Stripe again, or on its way there.`,
      "Please ask the buyer how else they can have it, and pay it by hand. On your desk nothing changes.",
      [...(email ? [`To: ${oneLine(email)}`] : []), `Payment at Stripe: ${payment}`],
      ...(email ? [] : ["Your site does not have this order any more; who bought stands with the payment at Stripe."]),
    ],
  };
}

function otherSumPaid(order: Order): Words {
  const { number, email, payment } = order;
  const sum = payment.otherSum ?? "";
  return {
    subject: `Another sum was paid by card: ${sum} for order #${number}`,
    paragraphs: [
      `Somebody paid ${sum} by card for order #${number}, which comes to ${inWords(order.due, order)}. Your site asked Stripe for exactly that. Perhaps a tax or a fee is switched on in your Stripe dashboard.`,
      "The order waits for you, its goods are held, and the buyer's page says that you are looking at the payment. If the sum is right, mark the order as paid on your desk. If it is not, refund all of it in your Stripe dashboard: then the order ends by itself, and its goods are for sale again.",
      [`From: ${oneLine(email)}`, `Payment at Stripe: ${payment.paymentId}`],
    ],
  };
}

function paidLate(order: Order): Words {
  const { number, email, payment } = order;
  return {
    subject: `A card payment goes back: order #${number} had ended`,
    paragraphs: [
      `Somebody paid ${paidInWords(order)} by card for order #${number}, ${HAD_ENDED}`,
      "Your site asks Stripe to pay all of it back, and has written so to the buyer. There is nothing to send, and nothing for you to do. Should Stripe refuse, you get another letter.",
      [`From: ${oneLine(email)}`, `Payment at Stripe: ${payment.paymentId}`],
    ],
  };
}

function newOrder(order: Order): Words {
  const { email, note } = order;
  return {
    subject: `New order #${order.number}: ${inWords(order.total, order)}`,
    paragraphs: [
      `Somebody has bought from you: order #${order.number}.`,
      goodsOf(order),
      sumsOf(order),
      paymentOf(order),
      [`From: ${oneLine(email)}`, ...whereTo(order)],
      ...order.lines.flatMap(wishesOf),
      ...downloadsOf(order),
      ...(note ? [["The buyer's note:", ...quoted(note)]] : []),
    ],
  };
}

/** Whether a download may be withdrawn from even once it was sent, which the owner may want to wait for. */
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

/** What the buyer asked for with a line, such as a name to be printed. */
function wishesOf(line: OrderLine): string[][] {
  if (line.attributes.length === 0) return [];
  return [
    [`With ${nameOf(line)}:`, ...line.attributes.map(({ key, value }) => `> ${oneLine(key)}: ${oneLine(value)}`)],
  ];
}

/** A buyer's own lines, each with a sign that tells them from ours. */
function quoted(text: string): string[] {
  return text.split(/[\r\n\u2028\u2029]+/).map((line) => `> ${oneLine(line)}`);
}
