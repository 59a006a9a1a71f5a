import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { Order } from "../model/order.ts";
import { nameOf } from "../orders/order-in-words.ts";
import { submittedAt } from "../orders/withdrawal-emails.ts";
import { withdrawableLines, withdrawnPart } from "../orders/withdrawal-rules.ts";
import { withdrawalPath } from "./withdrawal-page.ts";
import * as words from "./withdrawal-words.ts";

/** Maximum number of lines of a withdrawal that are listed here; the acknowledgement lists all. */
const NAMED_MAX = 50;

/** What the section needs besides the order. `language` and `timeZone` are for dates. */
type WithdrawalSectionShown = { now: Date; language: string; timeZone: string; isMailSent: boolean };

/**
 * The section about withdrawals on an order's page: earlier withdrawals and, while a withdrawal is possible, the link
 * to its page. Empty if there is no right to withdraw. Source of the label: Directive 2011/83/EU, Article 11a(1).
 */
export function withdrawalSection(order: Order, shown: WithdrawalSectionShown): Markup {
  const { now, isMailSent } = shown;
  const { withdrawals } = order;
  const isOffered = withdrawableLines(order, now).length > 0;
  if (withdrawals.length === 0 && !isOffered) return html``;
  return html`<section class="right-to-withdraw" aria-labelledby="withdrawal"><h2 id="withdrawal">${withdrawals.length > 0 ? words.yourWithdrawal : words.rightToWithdraw}</h2>
${withdrawals.map((withdrawal) => stored(order, withdrawal, shown))}
${withdrawals.length > 0 ? whatIsNext(order, isMailSent) : ""}
${
  isOffered
    ? html`<p>${words.canWithdraw}</p>
<p><a class="button button-quiet" href="${withdrawalPath(order)}">${words.withdrawHere}</a></p>`
    : ""
}
</section>`;
}

function stored(
  { lines }: Order,
  { at, name, lines: places }: Order["withdrawals"][number],
  shown: WithdrawalSectionShown,
): Markup {
  const named = places.slice(0, NAMED_MAX).flatMap((place) => lines[place] ?? []);
  const left = places.length - named.length;
  return html`<p>${words.submitted(html`<time datetime="${at}">${submittedAt(at, shown)}</time>`, name)}</p>
<ul>${named.map((line) => html`<li>${line.quantity} × ${nameOf(line)}</li>`)}${left > 0 ? html`<li>${words.andMore(left)}</li>` : ""}</ul>`;
}

function whatIsNext(order: Order, isMailSent: boolean): Markup {
  const { payment, shipment, delivery, cancelledAt } = order;
  const isOver = cancelledAt !== null || payment.status === "refunded";
  const left = withdrawnPart(order) === "some" ? ` ${words.weWriteWhatIsLeft}` : "";
  const money = payment.status === "pending" ? `${words.oweNothing}${left}` : words.moneyBackWithin;
  const goods = shipment === null || delivery.kind === "none" ? "" : ` ${words.sendBackWithin}`;
  const email = isMailSent ? words.acknowledgementGoesTo(order.email) : words.acknowledgementIsThisPage;
  return html`<p>${email}${isOver ? "" : ` ${money}${goods}`}</p>`;
}
