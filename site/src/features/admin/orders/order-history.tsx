import { unsentEmailInWords } from "@porchlight/protocol/mail-messages.ts";
import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { Moment } from "../shared/moment.tsx";
import { goToCheckUp } from "../shared/words.ts";
import { eventInWords, history } from "./words.ts";

/** The events of an order, the oldest first, and the emails about the order that were not sent yet. */
export function OrderHistory({ order, onCheckUp }: { order: AdminOrder; onCheckUp: () => void }) {
  // Two events may have the same time. Events are never removed, so the index can be the key.
  const events = order.events.map((event, at) => ({ event, at }));
  // Several emails may have the same sentence.
  const unsent = new Set(order.unsentEmails.map(unsentEmailInWords));
  return (
    <section aria-labelledby="order-history-heading">
      <h3 id="order-history-heading">{history}</h3>
      <ol className="order-history">
        {events.map(({ event, at }) => (
          <li key={at}>
            <Moment iso={event.at} />
            <span>{eventInWords(event, order.delivery)}</span>
          </li>
        ))}
      </ol>
      {unsent.size > 0 && (
        <div className="order-unsent">
          {[...unsent].map((sentence) => (
            <p key={sentence} className="dashboard-note">
              {sentence}
            </p>
          ))}
          <button type="button" className="text-button" onClick={onCheckUp}>
            {goToCheckUp}
          </button>
        </div>
      )}
    </section>
  );
}
