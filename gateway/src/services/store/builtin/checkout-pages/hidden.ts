import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { CheckoutKey } from "../checkout/checkouts.ts";
import type { Step } from "./steps.ts";

/**
 * What every form of a checkout carries. The key in it is what a page of another site lacks: without it nothing can be
 * changed in a buyer's name.
 *
 * @param step the step that the form stands in, or beside
 */
export function hidden({ key }: CheckoutKey, step: Step): Markup {
  return html`<input type="hidden" name="key" value="${key}"><input type="hidden" name="step" value="${step}">`;
}
