import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { Policy } from "../catalogue/catalogue.ts";
import type { StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { tooManyLinesError } from "../orders/placing-error.ts";
import type { CardPayments } from "../payments/card-payments.ts";
import { contactStep } from "./contact-step.ts";
import { deliveryStep } from "./delivery-step.ts";
import { toPlacingErrors } from "./field-errors.ts";
import { errorSummary } from "./fields.ts";
import type { FieldErrors, Form } from "./form.ts";
import { paymentStep } from "./payment-step.ts";
import { progress, type Step } from "./steps.ts";
import { summary } from "./summary.ts";

/**
 * What a checkout page shows: its step. After a rejected form it also shows the typed values, the errors, and when the
 * form can be sent again. `page` is the page of the list of lines, from 1.
 */
export type Shown = { step: Step; page?: number; form?: Form; errors: FieldErrors; retryAfterSeconds?: number };

/** A step of a checkout, beside the summary. */
export function checkoutPage(
  checkout: Checkout,
  shop: { settings: StoreSettings; refundPolicy: Policy | null; cards: CardPayments | undefined },
  { step, page = 1, form, errors }: Shown,
): Markup {
  const { settings } = shop;
  const tooMany = tooManyLinesError(checkout);
  return html`${progress(checkout, step)}
${errorSummary(tooMany ? { ...errors, ...toPlacingErrors(tooMany) } : errors)}
<div class="checkout-columns">
${summary(checkout, settings, { step, page }, { form: form ?? {}, errors })}
${stepOf()}
</div>`;

  function stepOf(): Markup {
    switch (step) {
      case "contact":
        return contactStep(checkout, settings, { form, errors });
      case "delivery":
        return deliveryStep(checkout, settings, { form, errors });
      case "payment":
        return paymentStep(checkout, shop, { form, errors });
    }
  }
}
