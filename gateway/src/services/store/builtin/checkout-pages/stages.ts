import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import type { Order } from "../model/order.ts";
import { wasPaidInVain } from "../orders/order-rules.ts";
import { downloadLinkOf, withdrawnPart } from "../orders/withdrawal-rules.ts";
import * as words from "./words.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The shop's language, and the time zone of its days. */
type Days = { language: string; timeZone: string };

/** A point in the progress of an order. `at`: when it was reached. */
type Stage = { title: string; at: string | null; note?: string };

/** The progress of an order until the buyer has the goods, with the day of each point. Empty if the order has ended. */
export function stagesOf(order: Order, days: Days): Markup {
  const hasEnded =
    order.cancelledAt !== null || order.payment.status === "voided" || order.payment.status === "refunded";
  if (hasEnded || wasPaidInVain(order) || withdrawnPart(order) === "all") return html``;
  return html`<ol class="stages" aria-label="${words.progress}">${pointsOf(order, days).map(
    ({ title, at, note }) =>
      html`<li${at === null ? "" : html` class="reached"`}><strong>${title}</strong> ${
        at === null
          ? html`<span${note === undefined ? html` class="visually-hidden"` : ""}>${note ?? words.notYet}</span>`
          : html`<time datetime="${at}">${dayOf(at, days)}</time>`
      }</li>`,
  )}</ol>`;
}

function pointsOf(order: Order, days: Days): Stage[] {
  const { placedAt, payment, shipment, delivery } = order;
  const handedOverAt = shipment?.shippedAt ?? null;
  const isDownloadable = delivery.kind === "none" && downloadLinkOf(order) !== undefined;
  const lastDay =
    delivery.kind === "shipping" && handedOverAt !== null && delivery.upToDays !== undefined
      ? new Date(Date.parse(handedOverAt) + delivery.upToDays * DAY_MS).toISOString()
      : undefined;
  return [
    { title: words.ordered, at: placedAt },
    { title: words.paid, at: payment.paidAt },
    { title: words.handedOver[delivery.kind], at: handedOverAt },
    {
      title: words.yours,
      // Nobody tells us when a parcel or a pickup has reached the buyer.
      at: isDownloadable ? handedOverAt : null,
      ...(lastDay !== undefined && { note: words.byDay(dayOf(lastDay, days)) }),
    },
  ];
}

function dayOf(instant: string, { language, timeZone }: Days): string {
  return formatInstant(instant, language, { month: "short", day: "numeric", timeZone });
}
