import { html } from "hono/html";
import { missingParts } from "../../../shared/addresses/address.ts";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { Checkout, CheckoutKey } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import { isPlaceMissing } from "../pricing/taxes.ts";
import * as words from "./words.ts";

/** The steps of a checkout, in their order. */
export const STEPS = ["contact", "delivery", "payment"] as const;
/** One of {@link STEPS}. */
export type Step = (typeof STEPS)[number];

/** The last step that can be shown for a checkout: each step needs the data of the steps before it. */
function furthestStep({ email, priced, address }: Checkout): Step {
  if (!email) return "contact";
  if (!priced.requiresShipping) return isPlaceMissing(priced) ? "contact" : "payment";
  if (priced.delivery?.kind === "pickup") return address?.lastName ? "payment" : "contact";
  // A client of the Storefront API may have left the address incomplete.
  if (address === null || missingParts(address).length > 0) return "contact";
  return priced.delivery === null ? "delivery" : "payment";
}

/** The steps of this checkout: without shipping there is no choice of delivery. */
export function stepsOf({ priced }: Checkout): readonly Step[] {
  const isSent = priced.requiresShipping && priced.delivery?.kind !== "pickup";
  return isSent ? STEPS : STEPS.filter((step) => step !== "delivery");
}

/** The requested step, or the last possible one before it. */
export function requestedStep(name: string | undefined, checkout: Checkout): Step {
  const furthest = furthestStep(checkout);
  const wanted = stepsOf(checkout).find((step) => step === name);
  if (wanted === undefined) return furthest;
  return STEPS.indexOf(wanted) <= STEPS.indexOf(furthest) ? wanted : furthest;
}

/** The step that comes before another. */
export function stepBefore(step: Step, checkout: Checkout): Step {
  const steps = stepsOf(checkout);
  return steps[steps.indexOf(step) - 1] ?? "contact";
}

/** The list of steps, with links to those that are done. */
export function progress(checkout: Checkout, current: Step): Markup {
  const furthest = STEPS.indexOf(furthestStep(checkout));
  return html`<nav class="progress-steps" aria-label="${words.checkout}"><ol>
${stepsOf(checkout).map((step) => {
  if (step === current) return html`<li aria-current="step">${words.stepTitles[step]}</li>`;
  return STEPS.indexOf(step) <= furthest
    ? html`<li><a href="${stepPath(checkout, step)}">${words.stepTitles[step]}</a></li>`
    : html`<li>${words.stepTitles[step]}</li>`;
})}
</ol></nav>`;
}

/**
 * Path where a buyer who left the card processor without paying can choose another payment. It names the order, because
 * the checkout may have become another order when the buyer opens the path again.
 */
export function unpaidReturnPath(which: CheckoutKey, { number }: Pick<Order, "number">): string {
  return `${stepPath(which, "payment")}&cancelled=${number}`;
}

/** Path of a checkout at one of its steps. */
export function stepPath({ token, key }: CheckoutKey, step?: Step): string {
  return `/checkout/${token}?key=${encodeURIComponent(key)}${step ? `&step=${step}` : ""}`;
}

/**
 * Path that a form of a checkout is sent to. The page that shows the form's errors has this path too. If the buyer
 * opens it again, the key in it leads back to the checkout. A change needs the key in the form.
 */
export function formPath({ token, key }: CheckoutKey, action: string): string {
  return `/checkout/${token}/${action}?key=${encodeURIComponent(key)}`;
}
