import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { WithdrawalException } from "../catalogue/catalogue.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { isInWithdrawalCountry } from "../orders/withdrawal-rules.ts";
import { type Form, field } from "./form.ts";
import * as words from "./withdrawal-words.ts";

/**
 * Information about the right to withdraw before an order is placed, in countries with that right: the right, its
 * exceptions, and a checkbox for downloads that are to be sent at once.
 * Source: Directive 2011/83/EU, Article 6(1)(h) and (k), Article 16(m).
 */
export function withdrawalNote({ priced, address }: Checkout, form: Form): Markup {
  const { lines, total, taxPlace } = priced;
  if (total === 0 || !isInWithdrawalCountry({ taxPlace, address })) return html``;
  const titlesOf = (exception: WithdrawalException) => [
    ...new Set(
      lines.filter(({ variant }) => variant.withdrawal === exception).map(({ variant }) => variant.product.title),
    ),
  ];
  const excluded = titlesOf("none");
  const downloads = titlesOf("untilSent");
  return html`${downloads.length > 0 ? beginsAtOnce(downloads, field(form, "beginsAtOnce") === "yes") : ""}
<p class="field-note">${words.canWithdrawOnOrderPage}${excluded.length > 0 ? ` ${words.cannotWithdrawFrom(excluded)}` : ""}</p>`;
}

function beginsAtOnce(downloads: readonly string[], isTicked: boolean): Markup {
  return html`<div class="choice">
<input type="checkbox" id="beginsAtOnce" name="beginsAtOnce" value="yes"${isTicked ? html` checked` : ""}>
<label for="beginsAtOnce"><span>${words.sendAtOnce(downloads)}</span></label>
</div>`;
}
