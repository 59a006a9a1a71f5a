import type { OrderStatus } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import { useOrdersSummary } from "../orders/queries.ts";
import { Section } from "../shared/section.tsx";
import * as words from "./words.ts";

/** What waits for the owner in the shop: orders to pack or to be paid, and goods that run out. Empty before any order. */
export function Needs({ onOrders }: { onOrders: (status: OrderStatus) => void }) {
  const language = useLanguage();
  const { data: orders } = useOrdersSummary();
  if (!orders?.any) return null;
  const { toSend, unpaid, lowStock } = orders;
  return (
    <Section id="needs-heading" title={words.needsYou} className="needs">
      {toSend === 0 && unpaid === 0 && lowStock.length === 0 && <p className="dashboard-note">{words.needsNothing}</p>}
      <ul>
        {toSend > 0 && (
          <li>
            <button type="button" onClick={() => onOrders("to-send")}>
              {words.ordersToSend(toSend, language)}
            </button>
          </li>
        )}
        {unpaid > 0 && (
          <li>
            <button type="button" onClick={() => onOrders("unpaid")}>
              {words.ordersUnpaid(unpaid, language)}
            </button>
          </li>
        )}
        {lowStock.map(({ title, left }) => (
          <li key={title}>
            <strong>{title}</strong> {words.piecesLeft(left, language)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
