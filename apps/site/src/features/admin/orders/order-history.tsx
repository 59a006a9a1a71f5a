import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { Moment } from "../account/moment.tsx";
import { eventInWords } from "./order-words.ts";

/** What happened to an order, the first event first. */
export function OrderHistory({ order }: { order: AdminOrder }) {
  // Tracking may be corrected twice in one moment; an event's place is its name, for none goes away.
  const events = order.events.map((event, at) => ({ event, at }));
  return (
    <section aria-labelledby="order-history-heading">
      <h3 id="order-history-heading">History</h3>
      <ol className="order-history">
        {events.map(({ event, at }) => (
          <li key={at}>
            <Moment iso={event.at} />
            <span>{eventInWords(event, order.delivery)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
