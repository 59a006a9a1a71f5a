import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import { shownVariantTitle } from "../catalogue/catalogue.ts";
import { priceText } from "../catalogue/money-format.ts";
import type { StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import type { CartLine, PricedLine } from "../model/cart.ts";
import { codes } from "./codes.ts";
import { errorLink, errorText, type Filled, withSpoken } from "./fields.ts";
import { field } from "./form.ts";
import { type Goods, goodsList, LINES_PER_PAGE } from "./goods.ts";
import { hidden } from "./hidden.ts";
import { totalText } from "./prices.ts";
import { formPath, type Step, stepPath } from "./steps.ts";
import { sumsOfCheckout } from "./sums.ts";
import * as words from "./words.ts";

/** Maximum number of lines that an open summary shows on a phone without pushing the form far down. */
const SHORT_LINES = 4;

/**
 * All lines and the total. In a narrow window it is collapsed, except for the total, until the last step. Beside the
 * first step it has no forms, because sending one would lose the address that is being typed.
 */
export function summary(
  checkout: Checkout,
  settings: StoreSettings,
  { step, page }: { step: Step; page: number },
  filled: Filled,
): Markup {
  const { priced } = checkout;
  const canChange = step !== "contact";
  const isShort = priced.lines.length <= SHORT_LINES;
  const isOpen = (step === "payment" && isShort) || page > 1 || Object.keys(filled.errors).some(isOfSummary);
  const lines = [
    ...priced.lines.map((line) => () => goodsOf(line)),
    ...priced.unavailable.map((line) => () => unavailableGoods(line)),
  ];
  const withError = priced.lines.findIndex(({ line }) => `quantity-${line.id}` in filled.errors);
  const shownPage = withError < 0 ? page : 1 + Math.floor(withError / LINES_PER_PAGE);
  return html`<aside class="summary" aria-labelledby="summary-title">
<details${isOpen ? html` open` : ""}>
<summary><span>${words.yourOrder}</span><span class="summary-total">${totalText(priced.due, settings)}</span></summary>
<div class="summary-body">
<h2 id="summary-title">${words.yourOrder}</h2>
${goodsList(lines, { page: shownPage, pathOf: (other) => `${stepPath(checkout, step)}&page=${other}` })}
${canChange ? codes(checkout, settings, step, filled) : html`<p class="soft">${words.changeLater}</p>`}
${sumsOfCheckout(checkout, settings, settings.taxesIncluded)}
</div>
</details>
</aside>`;

  function goodsOf({ line, variant, unitPrice, subtotal, total, discounts }: PricedLine): Goods {
    const variantTitle = shownVariantTitle(variant);
    const before = html`<s><span class="visually-hidden">${words.before} </span>${priceText(subtotal, settings)}</s> `;
    const each = `${line.quantity} × ${priceText(unitPrice, settings)}`;
    return {
      title: variant.product.title,
      variantTitle,
      attributes: line.attributes,
      variant,
      below: canChange
        ? html`${line.quantity > 1 ? html`<p class="soft">${each}</p>` : ""}${quantityForm(line, `${variant.product.title} ${variantTitle}`)}`
        : html`<p class="soft">${each}</p>`,
      price: html`${discounts.length > 0 ? before : ""}${priceText(total, settings)}`,
    };
  }

  function quantityForm({ id, quantity }: CartLine, name: string): Markup {
    const inputName = `quantity-${id}`;
    return html`<form method="post" action="${formPath(checkout, "line")}" class="quantity">
${hidden(checkout, step)}<input type="hidden" name="line" value="${id}">
<label for="${inputName}" class="visually-hidden">${words.quantityOf(name)}</label>
<input id="${inputName}" name="quantity" type="text" inputmode="numeric" maxlength="7" value="${field(filled.form, inputName) || quantity}"${errorLink(inputName, filled)}>
<button class="text-button" name="do" value="change">${withSpoken(words.update, words.theQuantityOf(name))}</button>
<button class="text-button" name="do" value="remove">${withSpoken(words.remove, name)}</button>
</form>${errorText(inputName, filled)}`;
  }

  function unavailableGoods({ id }: CartLine): Goods {
    const remove = html`<form method="post" action="${formPath(checkout, "line")}" class="quantity">${hidden(checkout, step)}<input type="hidden" name="line" value="${id}"><button class="text-button" name="do" value="remove">${withSpoken(words.remove, words.whatIsNoLongerOnSale)}</button></form>`;
    return {
      title: words.noLongerOnSale,
      variantTitle: "",
      attributes: [],
      variant: undefined,
      below: canChange ? remove : html``,
      price: "",
    };
  }
}

/** Whether a field is in the summary. An error in such a field opens the summary. */
function isOfSummary(name: string): boolean {
  return name === "discount" || name === "giftCard" || name.startsWith("quantity-");
}
