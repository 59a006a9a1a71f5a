import { html } from "hono/html";
import { countryName } from "../../../shared/addresses/countries.ts";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { findZone } from "../pricing/delivery.ts";
import { choiceField } from "./fields.ts";
import type { FieldErrors, Form } from "./form.ts";
import { hidden } from "./hidden.ts";
import { deliveryPriceText } from "./prices.ts";
import { formPath, stepPath } from "./steps.ts";
import * as words from "./words.ts";

/** The form for the shipping rate. */
export function deliveryStep(
  checkout: Checkout,
  settings: StoreSettings,
  { form, errors }: { form: Form | undefined; errors: FieldErrors },
): Markup {
  const { priced, address } = checkout;
  const rates = priced.deliveryOptions.filter(({ kind }) => kind === "shipping");
  const country = address ? countryName(address.countryCode) : words.thatAddress;
  const back = html`<a href="${stepPath(checkout, "contact")}">${words.backToAddress}</a>`;
  if (rates.length === 0) {
    return html`<div class="step">
<h1>${words.stepTitles.delivery}</h1>
<p>${whyNot()}</p>
<div class="step-actions">${back}</div>
</div>`;
  }
  const choices = rates.map(({ handle, title, price }) => ({
    value: handle,
    title,
    price: deliveryPriceText(price, settings),
  }));
  const filled = { form: { delivery: priced.delivery?.handle ?? "", ...form }, errors };
  return html`<form method="post" action="${formPath(checkout, "delivery")}" class="step">
${hidden(checkout, "delivery")}
<h1>${words.stepTitles.delivery}</h1>
${choiceField({ name: "delivery", legend: words.deliverTo(address?.city ?? "", country) }, choices, filled)}
<div class="step-actions">${back}<button class="button">${words.continueOn}</button></div>
</form>`;

  function whyNot(): string {
    const isSentThere = findZone(address?.countryCode ?? "", settings.shipping) !== undefined;
    return isSentThere ? words.tooHeavyFor(country) : words.notSentTo(country);
  }
}
