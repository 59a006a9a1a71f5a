/**
 * Sentences of the checkout's pages, as docs/product.md has them. Those about withdrawals are in withdrawal-words.ts. A
 * `Markup` is text that may contain a link or emphasis.
 */
import { html } from "hono/html";
import type { AddressError } from "../../../shared/addresses/address.ts";
import type { AddressNames } from "../../../shared/addresses/field-names.ts";
import { withinSentence } from "../../../shared/addresses/field-names.ts";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { DiscountError, GiftCardError } from "../model/cart.ts";
import type { Order } from "../model/order.ts";

type DeliveryKind = Order["delivery"]["kind"];

/* Pages and steps */

export const checkout = "Checkout";
export const backToShop = "Back to the shop";
export const toShop = "To the shop";
export const continueOn = "Continue";
export const pleaseCheck = "Please check this";
export const stepTitles = { contact: "Contact", delivery: "Delivery", payment: "Payment" } as const;

/** Pages with a single message. */
export const messages = {
  missing: {
    title: "This page is not here",
    sentence: "It is finished or has expired, or part of its address is missing.",
  },
  empty: { title: "Your order is empty", sentence: "There is nothing in it to check out." },
  busy: { title: "One moment", sentence: "That was very much at once. Please try again in a moment." },
  noCart: { title: "This cart is not here", sentence: "It has expired, or part of its address is missing." },
  noForm: { title: "This was not a form", sentence: "Please go back and send it again." },
} as const;

export function stepPageTitle(step: keyof typeof stepTitles): string {
  return `${stepTitles[step]} · ${checkout}`;
}

/** Title of a page whose form has errors. */
export function titleWithErrors(title: string): string {
  return `Please check · ${title}`;
}

export function orderNumber(number: number): string {
  return `Order #${number}`;
}

/* Contact */

export const email = "Email";
export const emailNote = "For news of this order. It joins no mailing list.";
export const chooseWay = "How would you like to get it?";
export const sendIt = "Send it to me";
export const noteForUs = "A note for us";
export const optional = "optional";
export const firstName = "First name";
export const lastName = "Last name";
export const address = "Address";
export const country = "Country";
export const company = "Company";
export const street = "Street and number";
export const flat = "Flat, unit, buzzer";
export const city = "Town or city";
export const phone = "Phone, for the carrier";
export const taxesByPlace = "Taxes go by where you are.";

export function pickUpAt(place: string): string {
  return `Pick it up: ${place}`;
}

/** @param countries names of the countries whose taxes depend on the province */
export function provinceIn(countries: readonly string[]): string {
  return `Province or state, in ${new Intl.ListFormat("en").format(countries)}`;
}

/* Delivery */

export const free = "Free";
export const backToAddress = "Back to the address";
/** Stands for a country that is not known. */
export const thatAddress = "that address";

export function deliverTo(...place: string[]): string {
  return `To ${place.filter(Boolean).join(", ")}`;
}

export function notSentTo(place: string): string {
  return `We do not send to ${place}. Go back to choose another way, or write to us.`;
}

export function tooHeavyFor(place: string): string {
  return `We cannot send this order to ${place}: it is too heavy for what we offer there. Take something out of it, or write to us.`;
}

/* Payment */

export const reviewAndPay = "Review and pay";
export const howToPay = "How would you like to pay?";
export const nothingLeftToPay = "There is nothing left to pay.";
export const noWayToPay = "There is no way to pay for this order just now. Please write to us.";
export const card = "Card";
export const cardDetail = "You pay on a secure page of Stripe and come back here.";
export const change = "Change";
/** For screen readers: what the link {@link change} changes. */
export const changed = {
  email: "the email address",
  address: "the address",
  country: "the country",
  name: "the name",
  pickup: "how you get it",
  delivery: "the delivery",
  note: "the note",
} as const;
export const name = "Name";
export const pickUp = "Pick up";
export const delivery = "Delivery";
export const note = "Note";
export const terms = "Terms of Service";
export const privacy = "Privacy Policy";
export const refundPolicy = "Refund Policy";
export const notPaid = "You came back without paying, and nothing was taken. Choose how you would like to pay.";

export function buyNow(amount: string): string {
  return `Buy now · ${amount}`;
}

export function agreement(termsLink: Markup, privacyLink: Markup): Markup {
  return html`By buying you agree to our ${termsLink}. The ${privacyLink} says what we keep.`;
}

export function returns(refundsLink: Markup): Markup {
  return html`The ${refundsLink} says what you can send back, and how.`;
}

export function backToStep(step: keyof typeof stepTitles): string {
  return `Back to ${stepTitles[step].toLowerCase()}`;
}

/** For an amount that no card can pay to its last digit. */
export function noCardFor(amount: string): string {
  return `A card cannot pay exactly ${amount}: the card processor does not count this finely.`;
}

/* Summary, codes and sums */

export const yourOrder = "Your order";
export const changeLater = "You can change quantities and add a discount code or gift card before you pay.";
/** For screen readers, before the price without a discount. */
export const before = "before";
export const update = "Update";
export const remove = "Remove";
export const noLongerOnSale = "No longer on sale";
export const whatIsNoLongerOnSale = "what is no longer on sale";
export const pagesOfOrder = "Pages of your order";
export const addCode = "Add a discount code or gift card";
export const discountCode = "Discount code";
export const giftCard = "Gift card";
export const apply = "Apply";
export const subtotal = "Subtotal";
export const discount = "Discount";
export const taxes = "Taxes";
export const total = "Total";
export const leftToPay = "Left to pay";
export const toPay = "To pay";
export const paid = "Paid";
export const notChosen = "not chosen";
export const atNextStep = "at the next step";

export function quantityOf(item: string): string {
  return `Quantity of ${item}`;
}

/** Stands for a product whose title is unknown. */
export const thisProduct = "this";

/** Follows {@link update}, for screen readers. */
export function theQuantityOf(item: string): string {
  return `the quantity of ${item}`;
}

/** Follows {@link apply} and {@link remove}, for screen readers: "the discount code HALF". */
export function theCode(label: string, code?: string): string {
  return `the ${label.toLowerCase()}${code === undefined ? "" : ` ${code}`}`;
}

export function appliedDiscount(code: Markup): Markup {
  return html`${discountCode} ${code}`;
}

export function giftCardEndingIn(lastCharacters: Markup): Markup {
  return html`Gift card ending in ${lastCharacters}`;
}

/** Follows {@link remove}, for screen readers. */
export function theGiftCardEndingIn(lastCharacters: string): string {
  return `the gift card ending in ${lastCharacters}`;
}

/** @param first counted from 1 */
export function linesShown(first: number, last: number, count: number): string {
  return `Lines ${first} to ${last} of ${count}`;
}

export function previousLines(count: number): string {
  return `Previous ${count}`;
}

export function nextLines(count: number): string {
  return `Next ${count}`;
}

export function includedTax(tax: string): string {
  return `${tax}, included`;
}

/* Status of an order */

/** Headings of an order's page. */
export const headlines = {
  unpaid: "This order has ended",
  cancelled: "This order was cancelled",
  moneyBack: "Your money is on its way back",
  voided: "This order was not paid",
  withdrawn: "Your withdrawal has reached us",
  sent: "It is on its way",
  ready: "It is ready for you",
  waiting: "Waiting for your payment",
  thanks: "Thank you",
} as const;

export const whatYouOrdered = "What you ordered";
export const details = "Details";
export const payment = "Payment";
export const yourNote = "Your note";
export const goodsRemoved = "It ended more than 30 days ago without being paid, so what was in it was removed.";
export const keepAddress = "Bookmark this page to follow your order.";
export const isInEmailToo = "Our email leads here too.";

export function questionsTo(address: Markup): Markup {
  return html`Questions? Write to ${address}.`;
}

export const progress = "Progress";
export const ordered = "Ordered";
export const yours = "Yours";
export const notYet = "not yet";
/** What the owner does with an order, by kind of delivery. */
export const handedOver: Readonly<Record<DeliveryKind, string>> = {
  shipping: "Sent",
  pickup: "Ready to pick up",
  none: "Ready",
};

/** @param day the last day that the owner has named */
export function byDay(day: string): string {
  return `by ${day}`;
}

export const endedUnpaid =
  "It was not paid in time, so nothing will be sent, and you owe nothing. Is your payment on its way already? Then write to us, and you get it back.";
export const cancelled = "Nothing will be sent, and there is nothing to pay.";
export const orderAgain = "You are welcome to order again.";
export const nothingTaken = "Nothing was taken, and nothing will be sent.";
export const waitingForCard =
  "We have not heard from the card processor yet. If you have paid, look again in a moment.";
export const chooseAnotherWay = "Choose another way";
export const withdrewFromAll = "You have withdrawn from this order.";
export const withdrewFromPart = "You have withdrawn from a part of this order.";
export const hereIsHowToPay = "We have your order. Here is how to pay for it.";
export const paymentArrived = "Your payment has arrived.";
export const haveOrder = "We have your order.";
export const sentWithoutParcel = "We have sent you what you ordered.";
export const yourDownload = "Your download";

/** What happens next with an order, if emails are sent. */
export const nextByEmail: Readonly<Record<DeliveryKind, string>> = {
  shipping: "We write to you when it leaves.",
  pickup: "We write to you when it is ready.",
  none: "We write to you when it is ready.",
};

/** What happens next with an order, if emails wait for the owner: only this page is sure to reach the buyer. */
export const nextOnThisPage: Readonly<Record<DeliveryKind, string>> = {
  shipping: "This page says when it leaves.",
  pickup: "This page says when it is ready.",
  none: "This page says how it goes on.",
};

export const paymentStates: Readonly<Record<Order["payment"]["status"], string>> = {
  pending: "Not paid yet",
  "awaiting-card": "Not paid yet",
  paid: "Paid",
  refunded: "Paid back",
  voided: "Not paid",
};

export function paidInVain(amount: string): string {
  return `What you paid, ${amount}, ${GOES_BACK} Nothing will be sent.`;
}

export function moneyGoesBack(amount: string): string {
  return `${amount} ${GOES_BACK}`;
}

const GOES_BACK = "goes back the way it came. That can take a few days.";

export function backOnGiftCard(amount: string, lastCharacters: string): string {
  return `${amount} is back on the gift card ending in ${lastCharacters}.`;
}

export function leftUs(carrier?: string): string {
  return `It left us${carrier ? ` with ${carrier}` : ""}.`;
}

export function trackingNumber(number: Markup, carrier?: string): Markup {
  return html`${carrier ? `${carrier}, tracking` : "Tracking"} number ${number}`;
}

export function payByTransfer(way: string, amount: string): string {
  return `${way}: ${amount}`;
}

export function yourOrderNumber(number: Markup): Markup {
  return html`Your order number is ${number}.`;
}

export function heldUntil(lastDay: Markup): Markup {
  return html`We hold it for you until ${lastDay}. If it is not paid by then, the order ends, and you owe nothing.`;
}

export function payNow(amount: string): string {
  return `Pay now · ${amount}`;
}

/* Errors */

export const enterEmail = "Enter an email address such as ann@example.com.";
export const enterName = "Enter your name.";
export const enterWholeNumber = "Enter a whole number.";
export const chooseDelivery = "Choose how you would like to get it.";
export const choosePayment = "Choose how you would like to pay.";
export const tooManyGuesses = "Too many codes were wrong. Please wait a few minutes, then try again.";
export const notThatManyLeft = "There are not that many left.";
export const tooMuchAtOnce = "So much cannot be ordered at once. Enter a smaller number.";
export const alreadyPlaced = "This order has already been placed.";
export const changedElsewhere = "Your order was changed in another window. This is how it is now.";
export const tooHeavy = "We cannot send this order there: it is too heavy for what we offer.";
const notSentThere = "We do not send there.";

/** What a buyer whose unpaid order cannot be held can do. */
export const payByCardNow = "You can pay by card now: such an order does not wait.";

/** Shown if the bank is processing the card payment, or if the processor cannot be reached. */
export const cardNotGivenUp =
  "Your payment is with the card processor and cannot be given up just now. Please try again in a few minutes.";

/** Why a card payment could not begin; the page adds what the buyer can do. */
export const cardErrors = {
  unreachable: "The card processor cannot be reached just now. Nothing was taken.",
  refused: "The card processor refused this payment. Nothing was taken.",
  "with-processor": "Your payment is with the card processor already, and can take some days.",
} as const;

/** What a buyer can do while they place an order. */
export const nextWhenPlacing: Readonly<Record<keyof typeof cardErrors, string>> = {
  unreachable: "Try again, or choose another way.",
  refused: "Please choose another way.",
  "with-processor": "Please choose another way.",
};

/** What a buyer can do on the page of a placed order. */
export const nextOnOrderPage: Readonly<Record<keyof typeof cardErrors, string>> = {
  unreachable: "Try again later.",
  refused: "Please write to us.",
  "with-processor": "Look again later.",
};

/** Why a discount code takes nothing off. */
export const discountErrors: Readonly<Record<DiscountError, string>> = {
  "not-found": "We do not know this code. Please check its spelling.",
  "not-yet": "This code is not valid yet.",
  expired: "This code has expired.",
  "used-up": "This code has been used up.",
  "below-minimum": "This code is for larger orders.",
  "no-such-product": "This code is for other things than those in your order.",
  "another-is-better": "The code you have already takes more off.",
};

export const giftCardErrors: Readonly<Record<GiftCardError, string>> = {
  invalid: "A gift card has 8 to 32 letters and digits.",
  "not-found": "We do not know this gift card. Please check its code.",
  expired: "This gift card has expired.",
  depleted: "Nothing is left on this gift card.",
  disabled: "This gift card cannot be used. Please write to us.",
  "already-applied": "This gift card is already part of your order.",
  "other-currency": "This gift card is in another currency than the shop's.",
};

/** Why an order was not placed, for errors that concern the whole form. */
export const placingErrors = {
  "too-many-unpaid":
    "Many orders from your network or for your email address are not paid yet, so yours was not placed. What you entered is still here: please pay for those first, or try again later.",
  empty: "There is nothing in your order that can be bought.",
  "too-much-text": "More words came with this order than we can keep. Please take a line out, or write to us.",
  gone: "Something in your order is no longer on sale. Remove it to go on.",
  "no-email": "Your email address is missing. Enter it in the first step.",
  "no-address": "Your address is missing. Enter it in the first step.",
  "no-place": "Your country is missing, or the province by which your taxes go. Enter it in the first step.",
  "pickup-gone": "Nothing is handed over any more where you wanted to pick it up. Choose another way to get it.",
  "total-changed": "The total has changed since you saw it. Please look at it again, then place your order.",
} as const;

/** @param term the condition that an order does not meet: "for orders from $50.00" */
export function codeIs(term: string): string {
  return `This code is ${term}.`;
}

/** @param most a number as people write it */
export function atMostCharacters(most: number | string): string {
  return `At most ${most} characters fit here.`;
}

export function shortage(title: string, left: number): string {
  return left <= 0 ? `${title} has sold out.` : `Only ${left} of ${title} left.`;
}

/** More pieces than one order can have. */
export function abovePerOrder(title: string, most: number): string {
  return `One order can have ${most} of ${title} at most.`;
}

export function heldUnpaid(title: string, left: number): string {
  if (left > 0) return `We can hold ${left} of ${title} for you before payment. Please choose fewer.`;
  return `Unpaid orders from your network or for your email address hold all of ${title} that they can. Please pay for those first, or try again later.`;
}

export function heldFree(title: string, left: number): string {
  if (left > 0) return `We can give you ${left} of ${title} at most. Please choose fewer.`;
  return `Free orders from your network or for your email address have all of ${title} that they can. Please try again later.`;
}

export function codeHeldFree(code: string): string {
  return `Free orders from your network or for your email address have reached their limit for the code ${code}. Please remove the code, or try again later.`;
}

export function codeUsedBefore(code: string): string {
  return `The code ${code} has been used with your email address before. Please remove it, then place your order.`;
}

export function codeHeldUnpaid(code: string): string {
  return `Unpaid orders from your network or for your email address have reached their limit for the code ${code}. Please pay for those first, or remove the code.`;
}

export function tooManyLines(count: number, most: number): string {
  return `One order can have ${most} lines at most, and yours has ${count}. Please take some out, or place them as another order.`;
}

export function tooManyOrders(seconds: number): string {
  const when = seconds < 90 ? `${Math.max(seconds, 2)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many orders were placed just now, and yours was not. What you entered is still here: please try again in ${when}.`;
}

/** What is wrong with a part of an address. @param part name of the form's field */
export function addressError(
  part: string,
  { problem, provinces = [] }: Pick<AddressError, "problem" | "provinces">,
  { regions, postalCode }: AddressNames,
): string {
  switch (problem) {
    case "blank":
      return blankParts(regions, postalCode)[part] ?? "Enter this too.";
    case "too-long":
      return atMostCharacters(255);
    case "elsewhere":
      return `This ${withinSentence(postalCode)} is in ${provinces.join(" or ")}.`;
    case "not-sent-there":
      return notSentThere;
    case "unknown":
      return unknownParts(regions, postalCode)[part] ?? "This cannot be read.";
  }
}

function blankParts(regions: string, postalCode: string): Readonly<Record<string, string>> {
  return {
    lastName: "Enter your last name.",
    address1: "Enter the street and number.",
    city: "Enter the town or city.",
    country: "Choose the country.",
    province: `Enter the ${regions}.`,
    zip: `Enter the ${withinSentence(postalCode)}.`,
  };
}

function unknownParts(regions: string, postalCode: string): Readonly<Record<string, string>> {
  return {
    country: "Choose a country from the list.",
    province: `We do not know this ${regions} of that country.`,
    zip: `This does not look like a ${withinSentence(postalCode)} of that country.`,
  };
}
