import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { Policy } from "../catalogue/catalogue.ts";
import { CARD, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { addressLinesOf, placeInWords } from "../orders/order-in-words.ts";
import { paymentsFor } from "../orders/placing-error.ts";
import type { CardPayments } from "../payments/card-payments.ts";
import { details, nameLines } from "./details.ts";
import { type Choice, choiceField, withSpoken } from "./fields.ts";
import type { FieldErrors, Form } from "./form.ts";
import { hidden } from "./hidden.ts";
import { totalText } from "./prices.ts";
import { formPath, type Step, stepBefore, stepPath } from "./steps.ts";
import { withdrawalNote } from "./withdrawal-note.ts";
import * as words from "./words.ts";

/** The last step: the entered data, the choice of payment, and the button that places the order. */
export function paymentStep(
  checkout: Checkout,
  shop: { settings: StoreSettings; refundPolicy: Policy | null; cards: CardPayments | undefined },
  { form, errors }: { form: Form | undefined; errors: FieldErrors },
): Markup {
  const { settings, cards } = shop;
  const { total, due } = checkout.priced;
  const before = stepBefore("payment", checkout);
  const byCard = cards?.takes(due, settings.currency);
  const ways = waysToPay(checkout, settings, byCard === true);
  const canPay = due === 0 || ways.length > 0;
  const button = html`<button class="button">${words.buyNow(totalText(due, settings))}</button>`;
  return html`<form method="post" action="${formPath(checkout, "place")}" class="step">
${hidden(checkout, "payment")}
<input type="hidden" name="expectedTotal" value="${total}"><input type="hidden" name="expectedDue" value="${due}">
<input type="hidden" name="expectedCurrency" value="${settings.currency}">
<h1>${words.reviewAndPay}</h1>
${review(checkout)}
${howToPay()}
${canPay ? withdrawalNote(checkout, form ?? {}) : ""}
${canPay ? agreement(shop.refundPolicy) : ""}
<div class="step-actions"><a href="${stepPath(checkout, before)}">${words.backToStep(before)}</a>${canPay ? button : ""}</div>
</form>`;

  function howToPay(): Markup {
    if (due === 0) return html`<p>${words.nothingLeftToPay}</p>`;
    const noCard = byCard === false ? html`<p>${words.noCardFor(totalText(due, settings))}</p>` : "";
    if (!canPay) {
      return html`${noCard}<p>${words.noWayToPay}</p>`;
    }
    const filled = { form: form ?? {}, errors };
    return html`${noCard}${choiceField({ name: "payment", legend: words.howToPay }, ways, filled)}`;
  }
}

function agreement(refunds: Policy | null): Markup {
  const terms = html`<a href="/terms">${words.terms}</a>`;
  const privacy = html`<a href="/privacy">${words.privacy}</a>`;
  const returns = refunds ? html` ${words.returns(html`<a href="${refunds.path}">${words.refundPolicy}</a>`)}` : "";
  return html`<p class="field-note">${words.agreement(terms, privacy)}${returns}</p>`;
}

function waysToPay(checkout: Checkout, settings: StoreSettings, byCard: boolean): Choice[] {
  const manual = paymentsFor(checkout, settings).map(({ handle, title, instructions }) => ({
    value: handle,
    title,
    detail: instructions,
  }));
  const card = { value: CARD, title: words.card, detail: words.cardDetail };
  return byCard ? [card, ...manual] : manual;
}

function review(checkout: Checkout): Markup {
  const { email, address, priced, note } = checkout;
  const { delivery } = priced;
  const change = (step: Step, what: string) =>
    html`<a href="${stepPath(checkout, step)}">${withSpoken(words.change, what)}</a>`;
  return details([
    { title: words.email, lines: [email ?? ""], after: change("contact", words.changed.email) },
    {
      title: words.address,
      lines: delivery?.kind === "shipping" ? addressLinesOf(address) : [],
      after: change("contact", words.changed.address),
    },
    {
      title: words.country,
      lines: priced.requiresShipping ? [] : [placeInWords(address)].filter(Boolean),
      after: change("contact", words.changed.country),
    },
    {
      title: words.name,
      lines: delivery?.kind === "pickup" ? nameLines(address) : [],
      after: change("contact", words.changed.name),
    },
    delivery?.kind === "pickup"
      ? {
          title: words.pickUp,
          lines: [delivery.title],
          words: delivery.instructions ?? "",
          after: change("contact", words.changed.pickup),
        }
      : {
          title: words.delivery,
          lines: delivery ? [delivery.title] : [],
          after: change("delivery", words.changed.delivery),
        },
    { title: words.note, lines: [], words: note ?? "", after: change("contact", words.changed.note) },
  ]);
}
