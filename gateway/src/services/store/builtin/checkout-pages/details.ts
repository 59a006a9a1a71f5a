import { html } from "hono/html";
import type { Address } from "../../../shared/addresses/address.ts";
import type { Markup } from "../../../shared/plain-page/document.ts";
import { nameIn } from "../orders/order-in-words.ts";

/** A value that the buyer entered, or that follows from one. */
type Detail = {
  title: string;
  /** Lines of text, for example of an address. */
  lines: readonly string[];
  /** Longer text, with its own line breaks. */
  words?: string;
  /** Follows the value, for example a link. */
  after?: Markup;
};

/** Entered values with their titles, without empty ones. */
export function details(entries: readonly Detail[]): Markup {
  return html`<dl class="details">
${entries
  .filter(({ lines, words }) => lines.length > 0 || words)
  .map(
    ({ title, lines, words, after }) =>
      html`<div><dt>${title}</dt><dd>${lines.map(
        (line) => html`<p>${line}</p>`,
      )}${words ? html`<p class="as-written">${words}</p>` : ""}</dd>${after ? html`<dd>${after}</dd>` : ""}</div>`,
  )}
</dl>`;
}

/** The name for a pickup, if there is one. */
export function nameLines(address: Address | null): string[] {
  return [nameIn(address)].filter(Boolean);
}
