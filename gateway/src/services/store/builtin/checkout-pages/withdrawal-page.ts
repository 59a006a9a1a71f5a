import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { Order } from "../model/order.ts";
import { nameIn, nameOf } from "../orders/order-in-words.ts";
import { statusPathOf } from "../orders/status-path.ts";
import { whyNotWithdrawn, withdrawableLines } from "../orders/withdrawal-rules.ts";
import { errorLink, errorSummary, errorText, type Filled, textField } from "./fields.ts";
import { type FieldErrors, type Form, field, wholeNumber } from "./form.ts";
import * as words from "./withdrawal-words.ts";
import { orderNumber } from "./words.ts";

/** Lines on one page. */
const LINES_PER_PAGE = 50;
const LINE_FIELD = /^line-(\d{1,6})$/;

/** What the withdrawal page shows; `form` is a rejected form with its errors. */
export type WithdrawalShown = { now: Date; isMailSent: boolean; from: number; form?: Form; errors?: FieldErrors };

/** Path of the page on which a buyer withdraws from an order, or from a part of it. */
export function withdrawalPath({ id, statusKey }: Pick<Order, "id" | "statusKey">, from = 0): string {
  return `/checkout/orders/${id}/withdraw?key=${statusKey}${from > 0 ? `&from=${from}` : ""}`;
}

/**
 * The form for the buyer's name and the lines, with a confirmation. It needs no account and no reason.
 * Source: Directive 2011/83/EU, Article 11a(2) and (3), as inserted by Directive (EU) 2023/2673.
 */
export function withdrawalPage(order: Order, { now, isMailSent, from, form, errors = {} }: WithdrawalShown): Markup {
  const open = withdrawableLines(order, now);
  const first = from < open.length ? from - (from % LINES_PER_PAGE) : 0;
  const shown = open.slice(first, first + LINES_PER_PAGE);
  const filled: Filled = { form: { name: nameIn(order.address), ...form }, errors };
  return html`${errorSummary(errors)}<form method="post" action="${withdrawalPath(order)}" class="step withdrawal">
<input type="hidden" name="key" value="${order.statusKey}"><input type="hidden" name="from" value="${first}">
<header><p class="eyebrow">${orderNumber(order.number)}</p>
<h1>${words.withdraw}</h1></header>
<p>${words.noReasonNeeded}</p>
${textField({ name: "name", label: words.yourName, autocomplete: "name", need: "required" }, filled)}
<fieldset class="choices"${errorLink("lines", filled, "group")}>
<legend>${words.withdrawFrom}</legend>
${errorText("lines", filled)}
${shown.map((at, place) => lineChoice(order, at, { id: place === 0 ? "lines" : `line-${at}`, form }))}
</fieldset>
${pagesOf(order, first, open.length)}
${exceptions(order, now)}
<p class="field-note">${isMailSent ? words.acknowledgementWillGoTo(order.email) : words.acknowledgementOnOrderPage}</p>
<div class="step-actions"><a href="${statusPathOf(order)}">${words.backToOrder}</a><button class="button">${words.confirmWithdrawal}</button></div>
</form>`;
}

/** Parses the name and the positions of the ticked lines. */
export function readWithdrawal(form: Form): { name: string; lines: number[]; from: number } {
  const lines = Object.keys(form).flatMap((name) => {
    const place = LINE_FIELD.exec(name)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
  return { name: field(form, "name"), lines, from: wholeNumber(field(form, "from")) ?? 0 };
}

function lineChoice({ lines }: Order, at: number, { id, form }: { id: string; form: Form | undefined }): Markup {
  const line = lines[at];
  if (line === undefined) return html``;
  const isTicked = form === undefined || field(form, `line-${at}`) !== "";
  return html`<div class="choice">
<input type="checkbox" id="${id}" name="line-${at}" value="yes"${isTicked ? html` checked` : ""}>
<label for="${id}"><span>${line.quantity} × ${nameOf(line)}</span></label>
</div>`;
}

/** Links to the other pages of lines. Each page has its own form. */
function pagesOf(order: Order, first: number, count: number): Markup {
  if (count <= LINES_PER_PAGE) return html``;
  const last = Math.min(first + LINES_PER_PAGE, count);
  const link = (from: number, text: string) => html` <a href="${withdrawalPath(order, from)}">${text}</a>`;
  return html`<p>${words.itemsShown(first + 1, last, count)}${first > 0 ? link(first - LINES_PER_PAGE, words.earlierItems) : ""}${last < count ? link(last, words.laterItems) : ""}</p>`;
}

function exceptions(order: Order, now: Date): Markup {
  const excluded = order.lines.flatMap((line, at) => {
    const why = whyNotWithdrawn(order, at, now);
    return why === undefined ? [] : [{ line, why }];
  });
  if (excluded.length === 0) return html``;
  return html`<div><p>${words.notPartOfIt}</p><ul>${excluded
    .slice(0, LINES_PER_PAGE)
    .map(({ line, why }) => html`<li>${nameOf(line)}: ${words.withdrawalErrors[why]}</li>`)}</ul></div>`;
}
