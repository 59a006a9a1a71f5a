import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import { CARD, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { addressLinesOf, placeInWords } from "../orders/order-in-words.ts";
import { paymentsFor } from "../orders/placing-error.ts";
import type { CardPayments } from "../payments/card-payments.ts";
import { details, nameLines } from "./details.ts";
import { noCardFor } from "./error-words.ts";
import { type Choice, choiceField } from "./fields.ts";
import type { FieldErrors, Form } from "./form.ts";
import { hidden } from "./hidden.ts";
import { totalText } from "./prices.ts";
import { formPath, STEP_TITLES, type Step, stepBefore, stepPath } from "./steps.ts";
import { withdrawalNote } from "./withdrawal-note.ts";

/** The step with the entered data, the choice of payment, and the button that places the order. */
export function paymentStep(
  checkout: Checkout,
  settings: StoreSettings,
  { form, errors, cards }: { form: Form | undefined; errors: FieldErrors; cards: CardPayments | undefined },
): Markup {
  const { total, due } = checkout.priced;
  const before = stepBefore("payment", checkout);
  const byCard = cards?.takes(due, settings.currency);
  const ways = waysToPay(checkout, settings, byCard === true);
  const canPay = due === 0 || ways.length > 0;
  const button = html`<button class="button">Buy now · ${totalText(due, settings)}</button>`;
  return html`<form method="post" action="${formPath(checkout, "place")}" class="step">
${hidden(checkout, "payment")}
<input type="hidden" name="expectedTotal" value="${total}"><input type="hidden" name="expectedDue" value="${due}">
<h1>Review and pay</h1>
${review(checkout)}
${howToPay()}
${canPay ? withdrawalNote(checkout, form ?? {}) : ""}
${canPay ? html`<p class="field-note">By buying you agree to our <a href="/terms">Terms of Service</a>. The <a href="/privacy">Privacy Policy</a> says what we keep.</p>` : ""}
<div class="step-actions"><a href="${stepPath(checkout, before)}">Back to ${STEP_TITLES[before].toLowerCase()}</a>${canPay ? button : ""}</div>
</form>`;

  function howToPay(): Markup {
    if (due === 0) return html`<p>There is nothing left to pay.</p>`;
    const noCard = byCard === false ? html`<p>${noCardFor(due, settings)}</p>` : "";
    if (!canPay) {
      return html`${noCard}<p>There is no way to pay for this order just now. Please write to us.</p>`;
    }
    const filled = { form: form ?? {}, errors };
    return html`${noCard}${choiceField({ name: "payment", legend: "How would you like to pay?" }, ways, filled)}`;
  }
}

function waysToPay(checkout: Checkout, settings: StoreSettings, byCard: boolean): Choice[] {
  const manual = paymentsFor(checkout, settings).map(({ handle, title, instructions }) => ({
    value: handle,
    title,
    detail: instructions,
  }));
  const card = { value: CARD, title: "Card", detail: "You pay on a secure page of Stripe and come back here." };
  return byCard ? [card, ...manual] : manual;
}

function review(checkout: Checkout): Markup {
  const { email, address, priced, note } = checkout;
  const { delivery } = priced;
  const change = (step: Step, what: string) =>
    html`<a href="${stepPath(checkout, step)}">Change<span class="visually-hidden"> ${what}</span></a>`;
  return details([
    { title: "Email", lines: [email ?? ""], after: change("contact", "the email address") },
    {
      title: "Address",
      lines: delivery?.kind === "shipping" ? addressLinesOf(address) : [],
      after: change("contact", "the address"),
    },
    {
      title: "Country",
      lines: priced.requiresShipping ? [] : [placeInWords(address)].filter(Boolean),
      after: change("contact", "the country"),
    },
    {
      title: "Name",
      lines: delivery?.kind === "pickup" ? nameLines(address) : [],
      after: change("contact", "the name"),
    },
    delivery?.kind === "pickup"
      ? {
          title: "Pick up",
          lines: [delivery.title],
          words: delivery.instructions ?? "",
          after: change("contact", "how you get it"),
        }
      : { title: "Delivery", lines: delivery ? [delivery.title] : [], after: change("delivery", "the delivery") },
    { title: "Note", lines: [], words: note ?? "", after: change("contact", "the note") },
  ]);
}
