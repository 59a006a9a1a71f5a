import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import { Moment } from "../shared/moment.tsx";
import { byBuyer, itemName, refundIsDue, withdrawal } from "./words.ts";

/** The buyer's withdrawals and the owner's next step; empty if there is no withdrawal. */
export function OrderWithdrawals({ order }: { order: AdminOrder }) {
  const { withdrawals, withdrawn, lines } = order;
  const language = useLanguage();
  if (withdrawals.length === 0) return null;
  return (
    <section aria-labelledby="order-withdrawal-heading" className="order-withdrawals">
      <h3 id="order-withdrawal-heading">{withdrawal}</h3>
      {withdrawals.map(({ at, name, lines: places }) => (
        // Two withdrawals never share a line.
        <div key={places[0]}>
          <p>
            <Moment iso={at} />
            {byBuyer(name)}
          </p>
          <ul className="order-withdrawn">
            {places.map((place) => (
              <li key={place}>{itemName(lines[place], language)}</li>
            ))}
          </ul>
        </div>
      ))}
      {refundIsDue(order) && (
        <p className="dashboard-note">
          {withdrawn === "all" ? ORDER_MESSAGES.withdrawnAll : ORDER_MESSAGES.withdrawnSome}
        </p>
      )}
    </section>
  );
}
