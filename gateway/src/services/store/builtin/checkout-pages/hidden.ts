import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { CheckoutKey } from "../checkout/checkouts.ts";
import type { Step } from "./steps.ts";

/**
 * Hidden fields of every form of a checkout. A change needs the key in them, because a page of another site does not
 * know the key.
 *
 * @param step the step that the form belongs to
 */
export function hidden({ key }: CheckoutKey, step: Step): Markup {
  return html`<input type="hidden" name="key" value="${key}"><input type="hidden" name="step" value="${step}">`;
}
