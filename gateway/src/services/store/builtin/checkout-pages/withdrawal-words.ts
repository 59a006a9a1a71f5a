/** Sentences of withdrawals in the checkout and on the order's pages, as docs/product.md has them. */
import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { WithdrawalError } from "../orders/withdrawal-rules.ts";
import { orderNumber } from "./words.ts";

export const rightToWithdraw = "Right to withdraw";
export const yourWithdrawal = "Your withdrawal";
export const withdraw = "Withdraw from contract";
export const withdrawHere = "Withdraw from contract here";
export const confirmWithdrawal = "Confirm withdrawal";
export const canWithdraw =
  "You can withdraw from this contract within 14 days after you have got what you ordered, without giving a reason.";
export const canWithdrawOnOrderPage =
  "You can withdraw from this contract within 14 days after you have got what you ordered, without giving a reason, on the page of your order.";
export const noReasonNeeded = "You need not give a reason. What you take the tick off stays ordered.";
export const yourName = "Your name";
export const withdrawFrom = "I withdraw from the contract about";
export const backToOrder = "Back to the order";
export const earlierItems = "Earlier items";
export const laterItems = "Later items";
export const notPartOfIt = "Not part of it:";
export const acknowledgementOnOrderPage = "The page of your order shows the acknowledgement, with date and time.";
export const acknowledgementIsThisPage = "This page is the acknowledgement. Keep its address.";
export const weWriteWhatIsLeft = "We write to you how much is left to pay.";
export const oweNothing = "You owe us nothing for it.";
export const moneyBackWithin = "You get your money back within 14 days.";
export const sendBackWithin =
  "Please send the goods back within 14 days; we may wait for them, or for word that you sent them.";
export const chooseLines = "Choose what you withdraw from.";
export const tooManyWithdrawals =
  "Too many withdrawals were sent just now, and this one was not stored. Please try again later.";

/** Why the buyer cannot withdraw from a line. The text follows the line's name and a colon. */
export const withdrawalErrors: Readonly<Record<WithdrawalError, string>> = {
  withdrawn: "you have withdrawn from this already",
  none: "there is no right to withdraw from this",
  begun: "it was sent at once, as you asked",
  over: "the time for this is over",
};

/** Maximum number of products that one sentence names. It only counts the others. */
const NAMED_MAX = 5;

export function cannotWithdrawFrom(titles: readonly string[]): string {
  return `You cannot withdraw from ${quotedTitles(titles)}.`;
}

export function sendAtOnce(titles: readonly string[]): string {
  return `Send me ${quotedTitles(titles)} at once. I know that I cannot withdraw from it any more when it has been sent.`;
}

function quotedTitles(titles: readonly string[]): string {
  const named = titles.slice(0, NAMED_MAX).map((title) => `“${title}”`);
  const others = titles.length - named.length;
  return new Intl.ListFormat("en").format(others > 0 ? [...named, `${others} more`] : named);
}

export function withdrawalTitle(number: number): string {
  return `${withdraw} · ${orderNumber(number)}`;
}

/** @param first counted from 1 */
export function itemsShown(first: number, last: number, count: number): string {
  return `These are items ${first} to ${last} of ${count}. Confirm them, then come back for the others.`;
}

export function acknowledgementWillGoTo(address: string): string {
  return `The acknowledgement, with date and time, goes to ${address}.`;
}

export function acknowledgementGoesTo(address: string): string {
  return `The acknowledgement goes to ${address}.`;
}

export function submitted(at: Markup, by: string): Markup {
  return html`Submitted on ${at} by ${by}, from the contract about:`;
}

export function andMore(count: number): string {
  return `and ${count} more`;
}
