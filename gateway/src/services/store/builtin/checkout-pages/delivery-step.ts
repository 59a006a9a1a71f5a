import { html } from "hono/html";
import { countryName } from "../../../shared/addresses/countries.ts";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { findZone } from "../pricing/delivery.ts";
import { choiceField } from "./fields.ts";
import type { FieldErrors, Form } from "./form.ts";
import { hidden } from "./hidden.ts";
import { freeOr } from "./prices.ts";
import { formPath, stepPath } from "./steps.ts";

/** The form for the shipping rate. */
export function deliveryStep(
  checkout: Checkout,
  settings: StoreSettings,
  { form, errors }: { form: Form | undefined; errors: FieldErrors },
): Markup {
  const { priced, address } = checkout;
  const rates = priced.deliveryOptions.filter(({ kind }) => kind === "shipping");
  const country = address ? countryName(address.countryCode) : "that address";
  const back = html`<a href="${stepPath(checkout, "contact")}">Back to the address</a>`;
  if (rates.length === 0) {
    return html`<div class="step">
<h1>Delivery</h1>
<p>${whyNot()}</p>
<div class="step-actions">${back}</div>
</div>`;
  }
  const choices = rates.map(({ handle, title, price }) => ({ value: handle, title, price: freeOr(price, settings) }));
  const filled = { form: { delivery: priced.delivery?.handle ?? "", ...form }, errors };
  return html`<form method="post" action="${formPath(checkout, "delivery")}" class="step">
${hidden(checkout, "delivery")}
<h1>Delivery</h1>
${choiceField({ name: "delivery", legend: `To ${[address?.city, country].filter(Boolean).join(", ")}` }, choices, filled)}
<div class="step-actions">${back}<button class="button">Continue</button></div>
</form>`;

  function whyNot(): string {
    if (findZone(address?.countryCode ?? "", settings.shipping) === undefined) {
      return `We do not send to ${country}. Go back to choose another way, or write to us.`;
    }
    return `We cannot send this order to ${country}: it is too heavy for what we offer there. Take something out of it, or write to us.`;
  }
}
