import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import type { TermFormat } from "../pricing/discount-terms.ts";
import { describeDiscountError } from "./field-errors.ts";
import { errorLink, errorText, type Filled, withSpoken } from "./fields.ts";
import { field } from "./form.ts";
import { hidden } from "./hidden.ts";
import { formPath, type Step } from "./steps.ts";
import * as words from "./words.ts";

/** Discount codes and gift cards of an order, and the form for more. */
export function codes(checkout: Checkout, format: TermFormat, step: Step, filled: Filled): Markup {
  const { giftCards, priced } = checkout;
  const isOpen = "discount" in filled.errors || "giftCard" in filled.errors;
  const remove = (what: string) => html`<button class="text-button">${withSpoken(words.remove, what)}</button>`;
  return html`<div class="codes">
${priced.discounts.map(
  ({ code, error, discount }) =>
    html`<form method="post" action="${formPath(checkout, "discount/remove")}" class="applied">${hidden(checkout, step)}<input type="hidden" name="code" value="${code}"><span>${words.appliedDiscount(html`<strong>${code}</strong>`)}${error ? html`. <span class="soft">${describeDiscountError({ why: error, discount }, format)}</span>` : ""}</span>${remove(words.theCode(words.discountCode, code))}</form>`,
)}
${giftCards.map(
  ({ id, lastCharacters }) =>
    html`<form method="post" action="${formPath(checkout, "gift-card/remove")}" class="applied">${hidden(checkout, step)}<input type="hidden" name="id" value="${id}"><span>${words.giftCardEndingIn(html`<strong>${lastCharacters}</strong>`)}</span>${remove(words.theGiftCardEndingIn(lastCharacters))}</form>`,
)}
<details${isOpen ? html` open` : ""}>
<summary>${words.addCode}</summary>
${codeForm({ name: "discount", path: "discount", label: words.discountCode })}
${codeForm({ name: "giftCard", path: "gift-card", label: words.giftCard })}
</details>
</div>`;

  function codeForm({ name, path, label }: { name: string; path: string; label: string }): Markup {
    return html`<form method="post" action="${formPath(checkout, path)}" class="code-form">
${hidden(checkout, step)}
<label for="${name}">${label}</label>
<div class="code-row"><input id="${name}" name="${name}" type="text" value="${field(filled.form, name)}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="255" required${errorLink(name, filled)}>
<button class="button button-quiet">${withSpoken(words.apply, words.theCode(label))}</button></div>
${errorText(name, filled)}
</form>`;
  }
}
