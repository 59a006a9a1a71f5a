import { CARD } from "../catalogue/store-settings.ts";
import type { Order } from "../model/order.ts";
import type { Sender, Words } from "./email-words.ts";
import { lastDayOfHold } from "./hold.ts";
import type { OrderEvent } from "./order-event.ts";
import { addressLinesOf, fetchedBy, goodsOf, inWords, paidInWords, sumsOf, withoutLinks } from "./order-in-words.ts";
import { acknowledgement, rightToWithdraw } from "./withdrawal-emails.ts";
import { isFullTotalDue } from "./withdrawal-rules.ts";

/**
 * Words of the email to the buyer about an event; undefined when there is nothing to say yet, as while the buyer is
 * still at the card processor.
 */
export function wordsToBuyer({ type, order }: OrderEvent, sender: Sender): Words | undefined {
  switch (type) {
    case "placed":
      return order.payment.method === CARD ? undefined : thanks(order, sender);
    case "paid":
      return order.payment.method === CARD ? thanks(order, sender) : paid(order, sender);
    case "paid-late":
      return paidLate(order, sender);
    case "shipped":
      return SENT[order.delivery.kind](order, sender);
    case "refunded":
      return refunded(order, sender);
    case "cancelled":
      return cancelled(order, sender);
    case "reminded":
      return reminded(order, sender);
    case "expired":
      return expired(order, sender);
    case "withdrawn":
      return acknowledgement(order, sender);
  }
}

function thanks(order: Order, sender: Sender): Words {
  const { shopName, language } = sender;
  return {
    subject: `Your order #${order.number} at ${shopName}`,
    paragraphs: [
      `Thank you for your order. It reached us, and its number is #${order.number}.`,
      goodsOf(order, language),
      sumsOf(order, language),
      ...howToPay(order, language),
      ...heldUntil(order, sender),
      ...whereItGoes(order),
      ...rightToWithdraw(order),
    ],
  };
}

function heldUntil(order: Order, { language, timeZone }: Sender): string[] {
  const lastDay = lastDayOfHold(order, language, timeZone);
  if (lastDay === undefined) return [];
  return [`We hold it for you until ${lastDay}. If it is not paid by then, the order ends, and you owe nothing.`];
}

/** No email when the order was paid, sent or ended since. */
function reminded(order: Order, { shopName, language, timeZone }: Sender): Words | undefined {
  const lastDay = lastDayOfHold(order, language, timeZone);
  if (lastDay === undefined) return undefined;
  const { number } = order;
  return {
    subject: `Your order #${number} is held until ${lastDay}`,
    paragraphs: [
      `We have not seen a payment for your order #${number} at ${shopName} yet. We hold it for you until ${lastDay}. If it is not paid by then, the order ends, and its goods are for sale again.`,
      "If you have paid already, please write to us, so that we can look for your payment.",
      goodsOf(order, language),
      ...howToPay(order, language),
    ],
  };
}

function expired(order: Order, { shopName, language }: Sender): Words {
  const { number } = order;
  return {
    subject: `Your order #${number} has ended`,
    paragraphs: [
      `Your order #${number} at ${shopName} was not paid in time. It has ended, and nothing of it will be sent.`,
      goodsOf(order, language),
      "You owe us nothing for it. If your payment is on its way already, write to us and you get it back. If you still want what you chose, please order it again.",
      ...moneyBack(order, language),
    ],
  };
}

function howToPay(order: Order, language: string): Words["paragraphs"] {
  const { status, title, instructions } = order.payment;
  if (status === "paid") return [order.due === 0 ? "There is nothing left to pay." : "It is paid. Thank you."];
  return [
    `How to pay ${inWords(order.due, order, language)}: ${title}`,
    ...(instructions === "" ? [] : [instructions]),
    `Please name the order, #${order.number}, so that we find your payment.`,
  ];
}

function whereItGoes(order: Order): Words["paragraphs"] {
  const { delivery, address } = order;
  if (delivery.kind === "pickup") {
    const [place = "", ...name] = fetchedBy(order);
    return [[place, ...withoutLinks(name), ...(delivery.instructions === "" ? [] : [delivery.instructions])]];
  }
  return delivery.kind === "none" ? [] : [["It goes to:", ...withoutLinks(addressLinesOf(address))]];
}

function paid(order: Order, { language }: Sender): Words {
  return {
    subject: `We have your payment for order #${order.number}`,
    paragraphs: [
      `Your payment of ${inWords(order.due, order, language)} for order #${order.number} has come. Thank you!`,
      whatIsNext(order),
    ],
  };
}

function paidLate(order: Order, { shopName, language }: Sender): Words {
  const { number, due, payment } = order;
  const why =
    payment.otherSum === null
      ? "came after the order had ended: it was given up, not paid in time or cancelled"
      : `is not the ${inWords(due, order, language)} that we asked for, so the order has ended`;
  return {
    subject: `Your money back for order #${number}`,
    paragraphs: [
      `Your card payment of ${paidInWords(order, language)} for order #${number} at ${shopName} ${why}. Nothing of it will be sent.`,
      "All of it goes back the way it came. That can take a few days. If you still want what you chose, please order it again.",
    ],
  };
}

function whatIsNext({ shipment, delivery }: Order): string {
  if (shipment) return "All is settled now. We hope you enjoy what you have.";
  return {
    pickup: "You will hear from us again as soon as it is ready to be fetched.",
    shipping: "You will hear from us again as soon as it is on its way.",
    none: "You will hear from us again as soon as it is ready.",
  }[delivery.kind];
}

function ready(order: Order, { shopName, language }: Sender): Words {
  return {
    subject: `Your order #${order.number} is ready`,
    paragraphs: [
      `Your order #${order.number} from ${shopName} is ready to be fetched.`,
      ...whereItGoes(order),
      ...downloadOf(order),
      goodsOf(order, language),
      ...(isFullTotalDue(order) ? howToPay(order, language) : []),
    ],
  };
}

function shipped(order: Order, { shopName, language }: Sender): Words {
  return {
    subject: `Your order #${order.number} is on its way`,
    paragraphs: [
      `Your order #${order.number} from ${shopName} is on its way to you.`,
      ...trackingOf(order),
      ...downloadOf(order),
      goodsOf(order, language),
      ...whereItGoes(order),
      ...(isFullTotalDue(order) ? howToPay(order, language) : []),
    ],
  };
}

/** For an order without shipping or pickup, such as a download. */
function handedOver(order: Order, { shopName, language }: Sender): Words {
  const link = downloadOf(order);
  return {
    subject: `Your order #${order.number} is ready`,
    paragraphs: [
      link.length > 0
        ? `Your order #${order.number} from ${shopName} is ready for you.`
        : `We have sent you what you ordered from ${shopName}, order #${order.number}.`,
      ...link,
      goodsOf(order, language),
      ...(isFullTotalDue(order) ? howToPay(order, language) : []),
    ],
  };
}

/** Email about a sent order, by kind of delivery. */
const SENT = { shipping: shipped, pickup: ready, none: handedOver } as const;

function downloadOf({ shipment }: Order): Words["paragraphs"] {
  return shipment?.downloadUrl ? [["Your download:", shipment.downloadUrl]] : [];
}

function trackingOf({ shipment }: Order): Words["paragraphs"] {
  const { carrier = "", trackingNumber = "", trackingUrl = "" } = shipment ?? {};
  const lines = [
    carrier && `Carrier: ${carrier}`,
    trackingNumber && `Tracking number: ${trackingNumber}`,
    trackingUrl && `Where it is now: ${trackingUrl}`,
  ].filter(Boolean);
  return lines.length > 0 ? [lines] : [];
}

function refunded(order: Order, { shopName, language }: Sender): Words {
  return {
    subject: `Your money back for order #${order.number}`,
    paragraphs: [
      `We have given back what you paid for order #${order.number} at ${shopName}.`,
      ...moneyBack(order, language),
    ],
  };
}

function cancelled(order: Order, { shopName, language }: Sender): Words {
  return {
    subject: `Your order #${order.number} was cancelled`,
    paragraphs: [
      order.shipment === null
        ? `Your order #${order.number} at ${shopName} was cancelled, and nothing of it will be sent.`
        : `Your order #${order.number} at ${shopName} was cancelled.`,
      goodsOf(order, language),
      ...(order.refundedAt === null
        ? ["You owe us nothing for it. If your payment is on its way already, write to us and you get it back."]
        : []),
      ...moneyBack(order, language),
    ],
  };
}

/** Gift cards get their amounts back whether the rest was paid or not. */
function moneyBack(order: Order, language: string): Words["paragraphs"] {
  const lines = order.giftCards.map(
    ({ used, lastCharacters }) =>
      `${inWords(used, order, language)} are on the gift card ending in ${lastCharacters} again, to be used whenever you like.`,
  );
  if (order.refundedAt !== null && order.due > 0) {
    lines.unshift(`${paidInWords(order, language)} go back the way they came. That can take a few days.`);
  }
  return lines.length > 0 ? [lines] : [];
}
