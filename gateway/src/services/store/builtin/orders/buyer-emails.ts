import { CARD } from "../catalogue/store-settings.ts";
import type { Order } from "../model/order.ts";
import type { EmailContent, Sender } from "./email-content.ts";
import { lastDayOfHold } from "./hold.ts";
import type { OrderEvent } from "./order-event.ts";
import { addressLinesOf, goodsOf, inWords, paidInWords, pickupLines, sumsOf, withoutLinks } from "./order-in-words.ts";
import { composeAcknowledgement, describeRightToWithdraw } from "./withdrawal-emails.ts";
import { downloadLinkOf, isFullTotalDue } from "./withdrawal-rules.ts";
import * as words from "./words.ts";

/**
 * Composes the email to the buyer about an event; undefined if there is nothing to say yet, for example before a card
 * payment.
 */
export function composeBuyerEmail({ type, order }: OrderEvent, sender: Sender): EmailContent | undefined {
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
      return composeAcknowledgement(order, sender);
  }
}

function thanks(order: Order, sender: Sender): EmailContent {
  const { shopName, language, timeZone } = sender;
  const lastDay = lastDayOfHold(order, language, timeZone);
  return {
    subject: words.yourOrder(order.number, shopName),
    paragraphs: [
      words.thanks(order.number),
      goodsOf(order, language),
      sumsOf(order, language),
      ...howToPay(order, language),
      ...(lastDay === undefined ? [] : [words.heldUntil(lastDay)]),
      ...whereItGoes(order),
      ...describeRightToWithdraw(order),
    ],
  };
}

/** The reminder to pay; undefined if the order has been paid, sent or ended before the email is written. */
function reminded(order: Order, { shopName, language, timeZone }: Sender): EmailContent | undefined {
  const lastDay = lastDayOfHold(order, language, timeZone);
  if (lastDay === undefined) return undefined;
  return {
    subject: words.isHeldUntil(order.number, lastDay),
    paragraphs: [
      words.noPaymentYet(order.number, shopName, lastDay),
      words.haveYouPaid,
      goodsOf(order, language),
      ...howToPay(order, language),
    ],
  };
}

function expired(order: Order, { shopName, language }: Sender): EmailContent {
  return {
    subject: words.hasEnded(order.number),
    paragraphs: [
      words.notPaidInTime(order.number, shopName),
      goodsOf(order, language),
      words.oweNothingOrderAgain,
      ...moneyBack(order, language),
    ],
  };
}

function howToPay(order: Order, language: string): EmailContent["paragraphs"] {
  const { status, title, instructions } = order.payment;
  if (status === "paid") return [order.due === 0 ? words.nothingLeftToPay : words.isPaid];
  return [
    words.howToPay(inWords(order.due, order, language), title),
    ...(instructions === "" ? [] : [instructions]),
    words.pleaseNameOrder(order.number),
  ];
}

function whereItGoes(order: Order): EmailContent["paragraphs"] {
  const { delivery, address } = order;
  if (delivery.kind === "pickup") {
    const [place = "", ...name] = pickupLines(order);
    return [[place, ...withoutLinks(name), ...(delivery.instructions === "" ? [] : [delivery.instructions])]];
  }
  return delivery.kind === "none" ? [] : [[words.goesTo, ...withoutLinks(addressLinesOf(address))]];
}

function paid(order: Order, { language }: Sender): EmailContent {
  const { number, due, shipment, delivery } = order;
  return {
    subject: words.havePayment(number),
    paragraphs: [
      words.paymentHasCome(inWords(due, order, language), number),
      shipment ? words.allSettled : words.nextAfterPayment[delivery.kind],
    ],
  };
}

function paidLate(order: Order, { shopName, language }: Sender): EmailContent {
  const { number, due, payment } = order;
  const amount = paidInWords(order, language);
  return {
    subject: words.yourMoneyBack(number),
    paragraphs: [
      payment.otherSum === null
        ? words.cameTooLate(amount, number, shopName)
        : words.isOtherSum(amount, inWords(due, order, language), number, shopName),
      words.allGoesBack,
    ],
  };
}

function ready(order: Order, { shopName, language }: Sender): EmailContent {
  return {
    subject: words.isReady(order.number),
    paragraphs: [
      words.readyToFetch(order.number, shopName),
      ...whereItGoes(order),
      ...downloadOf(order),
      goodsOf(order, language),
      ...(isFullTotalDue(order) ? howToPay(order, language) : []),
    ],
  };
}

function shipped(order: Order, { shopName, language }: Sender): EmailContent {
  return {
    subject: words.isOnItsWay(order.number),
    paragraphs: [
      words.onItsWayToYou(order.number, shopName),
      ...trackingOf(order),
      ...downloadOf(order),
      goodsOf(order, language),
      ...whereItGoes(order),
      ...(isFullTotalDue(order) ? howToPay(order, language) : []),
    ],
  };
}

/** Email for an order without shipping or pickup, such as a download. */
function handedOver(order: Order, { shopName, language }: Sender): EmailContent {
  const link = downloadOf(order);
  return {
    subject: words.isReady(order.number),
    paragraphs: [
      link.length > 0 ? words.readyForYou(order.number, shopName) : words.haveSent(order.number, shopName),
      ...link,
      goodsOf(order, language),
      ...(isFullTotalDue(order) ? howToPay(order, language) : []),
    ],
  };
}

/** Email about a sent order, by kind of delivery. */
const SENT = { shipping: shipped, pickup: ready, none: handedOver } as const;

function downloadOf(order: Order): EmailContent["paragraphs"] {
  const link = downloadLinkOf(order);
  return link ? [[words.yourDownload, link]] : [];
}

function trackingOf({ shipment }: Order): EmailContent["paragraphs"] {
  const { carrier = "", trackingNumber = "", trackingUrl = "" } = shipment ?? {};
  const lines = [
    carrier && words.entry(words.carrier, carrier),
    trackingNumber && words.entry(words.trackingNumber, trackingNumber),
    trackingUrl && words.entry(words.trackingLink, trackingUrl),
  ].filter(Boolean);
  return lines.length > 0 ? [lines] : [];
}

function refunded(order: Order, { shopName, language }: Sender): EmailContent {
  return {
    subject: words.yourMoneyBack(order.number),
    paragraphs: [words.haveGivenBack(order.number, shopName), ...moneyBack(order, language)],
  };
}

function cancelled(order: Order, { shopName, language }: Sender): EmailContent {
  const { number, shipment, refundedAt } = order;
  return {
    subject: words.wasCancelled(number),
    paragraphs: [
      shipment === null ? words.cancelledUnsent(number, shopName) : words.cancelled(number, shopName),
      goodsOf(order, language),
      ...(refundedAt === null ? [words.oweNothing] : []),
      ...moneyBack(order, language),
    ],
  };
}

/** A gift card gets its amount back even if the rest was never paid. */
function moneyBack(order: Order, language: string): EmailContent["paragraphs"] {
  const lines = order.giftCards.map(({ used, lastCharacters }) =>
    words.backOnGiftCard(inWords(used, order, language), lastCharacters),
  );
  if (order.refundedAt !== null && order.due > 0) lines.unshift(words.moneyGoesBack(paidInWords(order, language)));
  return lines.length > 0 ? [lines] : [];
}
