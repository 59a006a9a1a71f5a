/**
 * Sentences of the emails about orders, which buyer-emails.ts and owner-emails.ts put together. Amounts and days are
 * passed as formatted text.
 */
import type { Order } from "../model/order.ts";
import type { OrderEvent } from "./order-event.ts";

/** The number of an order. It is text if it comes from the payment. */
type OrderNumber = number | string;

export const lookAtOrder = "Look at your order";
export const orderOnDashboard = "See the order on your dashboard";
export const dashboard = "Open your dashboard";
export const replyToShop = "Questions? Just reply to this email.";
export const replyToBuyer = "Your reply to this email goes to the buyer.";

/* The order in lines */

/** An entry of a list: "Subtotal: $12.00". */
export function entry(title: string, value: string): string {
  return `${title}: ${value}`;
}

export const subtotal = "Subtotal";
export const total = "Total";
export const leftToPay = "Left to pay";
export const name = "Name";
export const free = "Free";
export const placeOfPickup = "Pickup";

export function includedTax(tax: string): string {
  return `${tax} (included)`;
}

/** @param count lines of the order that an email leaves out */
export function moreOnOrderPage(count: number): string {
  return `and ${count} more, which the page of the order lists`;
}

export function giftCardEndingIn(lastCharacters: string): string {
  return `Gift card ending in ${lastCharacters}`;
}

export function tookOff(codes: readonly string[], amount: string): string {
  return `${codes.join(", ")} took ${amount} off.`;
}

/** Titles of the ways to pay that no setting names. */
export const card = "Card";
export const nothingToPay = "Nothing to pay";

/* To the buyer: a new order */

export function yourOrder(number: OrderNumber, shop: string): string {
  return `Your order #${number} at ${shop}`;
}

export function thanks(number: OrderNumber): string {
  return `Thank you. We have your order, #${number}.`;
}

export function heldUntil(lastDay: string): string {
  return `We are holding it for you until ${lastDay}. If it is not paid by then, the order ends, and you owe nothing.`;
}

export const nothingLeftToPay = "There is nothing left to pay.";
export const isPaid = "It is paid. Thank you!";

export function howToPay(amount: string, way: string): string {
  return `How to pay ${amount}: ${way}`;
}

export function pleaseNameOrder(number: OrderNumber): string {
  return `Please give the order number, #${number}, with your payment, so that we can find it.`;
}

export const goesTo = "Delivery address:";

/* To the buyer: an order that waits for payment */

export function isHeldUntil(number: OrderNumber, lastDay: string): string {
  return `Your order #${number} is held until ${lastDay}`;
}

export function noPaymentYet(number: OrderNumber): string {
  return `We have not seen your payment for order #${number} yet.`;
}

export function ifNotPaidBy(shop: string, lastDay: string): string {
  return `We are holding your order at ${shop} until ${lastDay}. If it is not paid by then, the order ends, and its goods are for sale again.`;
}

export const haveYouPaid = "Have you paid already? Then please write to us, so that we can look for your payment.";

export function hasEnded(number: OrderNumber): string {
  return `Your order #${number} has ended`;
}

export function notPaidInTime(shop: string): string {
  return `Your order at ${shop} was not paid in time, so it has ended. Nothing will be sent.`;
}

const OWE_NOTHING = "You owe us nothing for it.";
const PAYMENT_ON_ITS_WAY = "If your payment is already on its way, write to us and you will get it back.";
const ORDER_AGAIN = "If you still want what you chose, please order it again.";

export const oweNothing = `${OWE_NOTHING} ${PAYMENT_ON_ITS_WAY}`;
export const oweNothingOrderAgain = `${oweNothing} ${ORDER_AGAIN}`;

/* To the buyer: payments and refunds */

export function havePayment(number: OrderNumber): string {
  return `We have your payment for order #${number}`;
}

export const paymentHasCome = "Your payment has arrived.";

export function thanksForPayment(amount: string, number: OrderNumber): string {
  return `Thank you! We have ${amount} for your order, #${number}.`;
}

export const allSettled = "Everything is settled now. We hope you enjoy what you have.";

/** What happens next after a payment. */
export const nextAfterPayment: Readonly<Record<Order["delivery"]["kind"], string>> = {
  pickup: "We will write again as soon as you can pick it up.",
  shipping: "We will write again as soon as it is on its way.",
  none: "We will write again as soon as it is ready.",
};

export function yourMoneyBack(number: OrderNumber): string {
  return `Your money back for order #${number}`;
}

export function cameTooLate(amount: string, number: OrderNumber, shop: string): string {
  return `Your card payment of ${amount} for order #${number} at ${shop} came after the order had ended: it was given up, cancelled, or not paid in time. Nothing will be sent.`;
}

/** @param paid an amount that the card processor took instead of `due` */
export function isOtherSum(paid: string, due: string, number: OrderNumber, shop: string): string {
  return `Your card payment of ${paid} for order #${number} at ${shop} is not the ${due} that we asked for, so the order has ended. Nothing will be sent.`;
}

const TAKES_DAYS = "This can take a few days.";

export const allGoesBack = `All of it is going back the way you paid. ${TAKES_DAYS} ${ORDER_AGAIN}`;

export function moneyGoesBack(amount: string): string {
  return `${amount} is going back the way you paid. ${TAKES_DAYS}`;
}

export function backOnGiftCard(amount: string, lastCharacters: string): string {
  return `${amount} is back on the gift card ending in ${lastCharacters}. Use it whenever you like.`;
}

export function haveGivenBack(number: OrderNumber, shop: string): string {
  return `We have refunded what you paid for order #${number} at ${shop}.`;
}

export function wasCancelled(number: OrderNumber): string {
  return `Your order #${number} was cancelled`;
}

export function cancelled(shop: string): string {
  return `Your order at ${shop} was cancelled.`;
}

export function cancelledUnsent(shop: string): string {
  return `Your order at ${shop} was cancelled, and nothing will be sent.`;
}

/* To the buyer: sent goods */

export function isReady(number: OrderNumber): string {
  return `Your order #${number} is ready`;
}

export function readyToPickUp(number: OrderNumber): string {
  return `Your order #${number} is ready to pick up.`;
}

export function pickItUp(shop: string): string {
  return `Your things from ${shop} are packed and waiting for you.`;
}

export function isOnItsWay(number: OrderNumber): string {
  return `Your order #${number} is on its way`;
}

export function onItsWayToYou(number: OrderNumber): string {
  return `Your order #${number} is on its way to you.`;
}

export function haveSentIt(shop: string): string {
  return `We have sent what you ordered from ${shop}.`;
}

export function readyForYou(shop: string): string {
  return `What you ordered from ${shop} is ready for you.`;
}

export function haveSent(shop: string): string {
  return `We have sent you what you ordered from ${shop}.`;
}

export const yourDownload = "Your download";
export const carrier = "Carrier";
export const trackingNumber = "Tracking number";
export const trackingLink = "Where it is now";

/* Withdrawal. The sentences of its pages are in checkout-pages/withdrawal-words.ts. */

/** How long a refund, or the return of goods, may take. Source: Directive 2011/83/EU, Articles 13 and 14. */
const WITHIN = "within 14 days";

export const canWithdraw = `You can withdraw from this contract without giving a reason, up to 14 days after you receive what you ordered: choose "Withdraw from contract here" on the page of your order.`;
export const cannotWithdrawFrom = "You cannot withdraw from:";
export const askedToSendAtOnce = "You asked us to send this at once, and know that you cannot withdraw from it then:";

export function withdrawalReachedUs(number: OrderNumber): string {
  return `Your withdrawal from order #${number} has reached us`;
}

export function acknowledgement(number: OrderNumber, shop: string): string {
  return `This acknowledges that you have withdrawn from the contract about order #${number} at ${shop}. Please keep this email.`;
}

export const submitted = "Submitted";
export const withdrawnFrom = "Withdrawn from:";

export const withdrewUnpaid = `${OWE_NOTHING} If your payment is already on its way, you will get it back.`;
export const withdrewPartUnpaid = `${OWE_NOTHING} We will write how much is left to pay. If your payment is already on its way, you will get it back.`;

const MAY_WAIT = "We may wait until the goods have come back, or you have shown that you sent them.";

export const refundOfAll = `You will get back what you paid for it, the standard delivery included, ${WITHIN}, the way you paid. ${MAY_WAIT}`;
export const refundOfPart = `You will get back what you paid for it ${WITHIN}, the way you paid. ${MAY_WAIT}`;
export const sendBack = `Please send the goods back ${WITHIN}. Our Refund Policy says how.`;

/* To the owner */

/** The address of a buyer, in a list. */
export const buyerFrom = "From";
export const buyerTo = "To";
export const stripePayment = "Payment at Stripe";

export function newOrder(number: OrderNumber, amount: string): string {
  return `New order #${number}: ${amount}`;
}

export function somebodyBought(number: OrderNumber): string {
  return `You have a new order, #${number}.`;
}

export const coveredByCodes = "Gift cards or codes cover all of it: nothing is left to be paid.";

export function isPaidBy(way: string): string {
  return `It is paid: ${way}.`;
}

export function isNotPaidYet(way: string): string {
  return `It is not paid yet. The buyer was told how to pay: ${way}. Mark it as paid once the money is there.`;
}

export const nothingToSend = "Nothing has to be sent.";
export const sendTo = "Send it to:";
export const telephone = "Telephone";
export const buyersNote = "The buyer's note:";

export function withItem(item: string): string {
  return `With ${item}:`;
}

export const wantsDownloadAtOnce =
  "The buyer asked for the download at once, and cannot withdraw from it once you have sent it.";
export const canWithdrawFromDownload =
  "The buyer did not agree to lose the right to withdraw from the download: that right lasts 14 days, even after you have sent it.";

export function endedUnpaid(number: OrderNumber): string {
  return `Order #${number} ended: it was not paid in time`;
}

export function endedByItself(number: OrderNumber, way: string): string {
  return `Order #${number} was to be paid by ${way}, and you have not marked it as paid. It has ended by itself, and its goods are for sale again. The buyer got a reminder before, and now an email too.`;
}

export const ifMoneyCame =
  "If the money has come all the same, please give it back, or agree on a new order with the buyer. You decide how long unpaid orders are held: unpaidOrdersExpireAfter in content/store/store.yaml.";

/* To the owner: payments without an order */

const IS_LOST =
  "and your site does not have this order any more. That happens when a backup is restored while a buyer is paying.";

export const sameNumber = "A newer order can have the same number. It is another one.";

export function paymentGoesBack(number: OrderNumber): string {
  return `A card payment goes back: order #${number} had ended`;
}

export function otherSumGoesBack(number: OrderNumber): string {
  return `A card payment goes back: order #${number} has ended`;
}

export function paidAfterEnd(amount: string, number: OrderNumber): string {
  return `Somebody paid ${amount} by card for order #${number}, and this order had ended before: it was given up, not paid in time or cancelled.`;
}

/** @param paid an amount that Stripe took instead of `due` */
export function paidOtherSum(paid: string, due: string, number: OrderNumber): string {
  return `Somebody paid ${paid} by card for order #${number}, which comes to ${due}. Your site asked Stripe for exactly that; perhaps a tax or a fee is switched on in your Stripe dashboard. The order has ended, and its goods are for sale again.`;
}

export const siteAsksStripe =
  "Your site asks Stripe to pay all of it back, and has written so to the buyer. There is nothing to send, and nothing for you to do. If Stripe refuses, you get another email.";

export function paidBackUnknown(number: OrderNumber): string {
  return `A card payment was paid back: order #${number} is not here`;
}

export function paidForLostOrder(number: OrderNumber): string {
  return `Somebody paid by card for order #${number}, ${IS_LOST}`;
}

export const allPaidBack =
  "All of the payment was paid back through Stripe, and there is nothing to send. The buyer has heard nothing from us yet, so you may want to write to them.";

export function pleasePayBack(amount: string, number: OrderNumber): string {
  return `Please pay a card payment back at Stripe: ${amount}, order #${number}`;
}

/** @param isLost whether the site does not have the order; otherwise it has ended */
export function paidInVain(amount: string, number: OrderNumber, isLost: boolean): string {
  return `Somebody paid ${amount} by card for order #${number}, ${isLost ? IS_LOST : "and this order has ended without that payment."}`;
}

export function stripeRefused(isLost: boolean): string {
  const buyer = isLost
    ? "The buyer has heard nothing of this from us, so you may want to write to them."
    : "We have written to the buyer that all of it goes back.";
  return `There is nothing to send, and the money should go back. Your site asked Stripe for that, Stripe refused, and your site does not ask again. Please look up the payment in your Stripe dashboard and refund it there. ${buyer}`;
}

export function refundDidNotArrive(amount: string, number: OrderNumber): string {
  return `A refund did not arrive: ${amount}, order #${number}`;
}

export function stripeCouldNotPay(amount: string, number: OrderNumber): string {
  return `Stripe could not pay ${amount} for order #${number} back to the buyer. Usually the card has expired or was closed meanwhile. The money is in your balance at Stripe again, or on its way there.`;
}

export const payByHand =
  "Please ask the buyer how else they can have it, and pay it by hand. Nothing changes on your dashboard.";
export const buyerIsAtStripe = "Your site does not have this order any more; the payment at Stripe shows who bought.";

/* To the owner: a withdrawal */

export function buyerWithdrew(number: OrderNumber): string {
  return `A buyer withdrew from order #${number}`;
}

export function hasWithdrawn(number: OrderNumber, isAll: boolean): string {
  return `The buyer has withdrawn from ${isAll ? "all" : "a part"} of order #${number}, as consumers of the European Union may, and has an acknowledgement of it.`;
}

const OWNER_MAY_WAIT = "You may wait until the goods are back, or the buyer has shown that they were sent.";

export const cancelUnpaid = "It is not paid. Cancel the order on the dashboard.";
export const writeWhatIsLeft = "It is not paid: write to the buyer how much is left to pay.";
export const refundAll = `Refund all that was paid, the standard delivery included, ${WITHIN}. For a card payment, the refund button on the dashboard does that; other money you send back yourself. ${OWNER_MAY_WAIT}`;

/** @param hasTax whether a tax comes on top of the amount */
export function refundPart(amount: string, hasTax: boolean): string {
  return `Refund ${amount}${hasTax ? " and the tax on it" : ""} ${WITHIN}, in your Stripe dashboard or the way the money came. The refund button on your dashboard refunds the whole order. ${OWNER_MAY_WAIT}`;
}

export function noMoreMoneyThanCame(money: string, byCards: string): string {
  return `Only ${money} of the order came as money, and ${byCards} from gift cards. Give no more than that back as money, and the rest as a higher balance of the gift card in content/store/store.yaml.`;
}

/* To the owner: the summary of an hour */

export function ordersInLastHour(count: number): string {
  return `Your orders in the last hour: ${count} more`;
}

/** @param most how many emails an hour report one event each */
export function soMuchHappened(most: number): string {
  return `So much happened to your orders that we stopped writing about each of them after ${most} emails. Here is the rest:`;
}

/** Events that the summary lists. */
export const events: Readonly<Partial<Record<OrderEvent["type"], string>>> = {
  placed: "a new order, not paid by card",
  paid: "a new order, paid by card",
  expired: "ended, because it was not paid in time",
  withdrawn: "the buyer withdrew",
  "paid-late": "a card payment goes back, and the order has ended",
};

export function summaryEntry(number: OrderNumber, amount: string, event: string): string {
  return `#${number}, ${amount}: ${event}`;
}

export function moreOnDashboard(count: number): string {
  return `and ${count} more, which your dashboard lists`;
}

export const isItBusy =
  "If this is not a busy day but somebody who orders without paying, cancel these orders: then their goods are for sale again at once.";
