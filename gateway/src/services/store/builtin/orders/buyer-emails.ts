import type { Block, EmailContent } from "../../../shared/emails/content.ts";
import { CARD } from "../catalogue/store-settings.ts";
import type { Order } from "../model/order.ts";
import { lastDayOfHold } from "./hold.ts";
import type { OrderEvent } from "./order-event.ts";
import {
  addressLinesOf,
  discountOf,
  goodsReceipt,
  inWords,
  nameIn,
  paidInWords,
  receiptOf,
  type Sender,
  withoutLinks,
} from "./order-in-words.ts";
import { instructionsOf } from "./order-rules.ts";
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
    title: words.thanks(order.number),
    blocks: [
      receiptOf(order, language),
      ...discountOf(order, language),
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
    title: words.noPaymentYet(order.number),
    blocks: [
      words.ifNotPaidBy(shopName, lastDay),
      words.haveYouPaid,
      onlyGoods(order, language),
      ...howToPay(order, language),
    ],
  };
}

function expired(order: Order, { shopName, language }: Sender): EmailContent {
  return {
    subject: words.hasEnded(order.number),
    title: words.hasEnded(order.number),
    blocks: [
      words.notPaidInTime(shopName),
      onlyGoods(order, language),
      words.oweNothingOrderAgain,
      ...moneyBack(order, language),
    ],
  };
}

function onlyGoods(order: Order, language: string): Block {
  return { receipt: [goodsReceipt(order, language)] };
}

function howToPay(order: Order, language: string): Block[] {
  const { status, title } = order.payment;
  if (status === "paid") return [order.due === 0 ? words.nothingLeftToPay : words.isPaid];
  return [
    words.howToPay(inWords(order.due, order, language), title),
    ...instructionsOf(order),
    words.pleaseNameOrder(order.number),
  ];
}

function whereItGoes(order: Order): Block[] {
  const { delivery, address } = order;
  if (delivery.kind === "pickup") {
    const buyer = nameIn(address);
    const name = withoutLinks(buyer === "" ? [] : [words.entry(words.name, buyer)]);
    return [
      {
        lines: [
          words.entry(words.placeOfPickup, delivery.title),
          ...(delivery.instructions === "" ? [] : [delivery.instructions]),
        ],
      },
      ...(name.length > 0 ? [{ typed: name }] : []),
    ];
  }
  return delivery.kind === "none" ? [] : [{ intro: words.goesTo, typed: withoutLinks(addressLinesOf(address)) }];
}

function paid(order: Order, { language }: Sender): EmailContent {
  const { number, due, shipment, delivery } = order;
  return {
    subject: words.havePayment(number),
    title: words.paymentHasCome,
    blocks: [
      words.thanksForPayment(inWords(due, order, language), number),
      shipment ? words.allSettled : words.nextAfterPayment[delivery.kind],
    ],
  };
}

function paidLate(order: Order, { shopName, language }: Sender): EmailContent {
  const { number, due, payment } = order;
  const amount = paidInWords(order, language);
  return {
    subject: words.yourMoneyBack(number),
    title: words.yourMoneyBack(number),
    blocks: [
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
    title: words.readyToPickUp(order.number),
    blocks: [
      words.pickItUp(shopName),
      ...whereItGoes(order),
      ...downloadOf(order),
      onlyGoods(order, language),
      ...(isFullTotalDue(order) ? howToPay(order, language) : []),
    ],
  };
}

function shipped(order: Order, { shopName, language }: Sender): EmailContent {
  return {
    subject: words.isOnItsWay(order.number),
    title: words.onItsWayToYou(order.number),
    blocks: [
      words.haveSentIt(shopName),
      ...trackingOf(order),
      ...downloadOf(order),
      onlyGoods(order, language),
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
    title: words.isReady(order.number),
    blocks: [
      link.length > 0 ? words.readyForYou(shopName) : words.haveSent(shopName),
      ...link,
      onlyGoods(order, language),
      ...(isFullTotalDue(order) ? howToPay(order, language) : []),
    ],
  };
}

/** Email about a sent order, by kind of delivery. */
const SENT = { shipping: shipped, pickup: ready, none: handedOver } as const;

function downloadOf(order: Order): Block[] {
  const link = downloadLinkOf(order);
  return link ? [{ lines: [{ words: words.yourDownload, href: link }] }] : [];
}

function trackingOf({ shipment }: Order): Block[] {
  const { carrier = "", trackingNumber = "", trackingUrl = "" } = shipment ?? {};
  const lines = [
    carrier && words.entry(words.carrier, carrier),
    trackingNumber && words.entry(words.trackingNumber, trackingNumber),
    trackingUrl && { words: words.trackingLink, href: trackingUrl },
  ].filter((line) => line !== "");
  return lines.length > 0 ? [{ lines }] : [];
}

function refunded(order: Order, { shopName, language }: Sender): EmailContent {
  return {
    subject: words.yourMoneyBack(order.number),
    title: words.yourMoneyBack(order.number),
    blocks: [words.haveGivenBack(order.number, shopName), ...moneyBack(order, language)],
  };
}

function cancelled(order: Order, { shopName, language }: Sender): EmailContent {
  const { number, shipment, refundedAt } = order;
  return {
    subject: words.wasCancelled(number),
    title: words.wasCancelled(number),
    blocks: [
      shipment === null ? words.cancelledUnsent(shopName) : words.cancelled(shopName),
      onlyGoods(order, language),
      ...(refundedAt === null ? [words.oweNothing] : []),
      ...moneyBack(order, language),
    ],
  };
}

/** A gift card gets its amount back even if the rest was never paid. */
function moneyBack(order: Order, language: string): Block[] {
  const lines = order.giftCards.map(({ used, lastCharacters }) =>
    words.backOnGiftCard(inWords(used, order, language), lastCharacters),
  );
  if (order.refundedAt !== null && order.due > 0) lines.unshift(words.moneyGoesBack(paidInWords(order, language)));
  return lines.length > 0 ? [{ lines }] : [];
}
