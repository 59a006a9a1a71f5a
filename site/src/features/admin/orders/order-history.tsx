import { unsentEmailInWords } from "@porchlight/protocol/mail-messages.ts";
import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { Moment } from "../shared/moment.tsx";
import { goToCheckUp } from "../shared/words.ts";
import { eventInWords, history } from "./words.ts";

/** What happened to an order, the first event first, and what its buyer or its owner was not told of it yet. */
export function OrderHistory({ order, onCheckUp }: { order: AdminOrder; onCheckUp: () => void }) {
  // Tracking may be corrected twice in one moment; an event's place is its name, for none goes away.
  const events = order.events.map((event, at) => ({ event, at }));
  // Several emails may wait for one reason.
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
