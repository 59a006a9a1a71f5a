import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { ORDER_MESSAGES, ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { AdminOrder, OrderEntry } from "@porchlight/protocol/orders.ts";
import { useEffect } from "react";
import { isMissing } from "../../../api/access.ts";
import { LoadNote } from "../shared/load-note.tsx";
import { useFocusFallback } from "../shared/use-focus-fallback.ts";
import { OrderActions } from "./order-actions.tsx";
import { OrderBuyer } from "./order-buyer.tsx";
import { OrderHistory } from "./order-history.tsx";
import { OrderLines, OrderSums } from "./order-lines.tsx";
import { OrderStateWords } from "./order-state.tsx";
import { OrderWithdrawals } from "./order-withdrawals.tsx";
import { useOrder } from "./queries.ts";
import type { OrderChanges } from "./use-order-change.ts";
import * as words from "./words.ts";
import "./order-detail.css";
import "./order-print.css";

/** The details and actions of one order. It takes the focus. */
export function OrderDetail(props: {
  which: Pick<OrderEntry, "id" | "number">;
  changes: OrderChanges;
  onBack: () => void;
  onCheckUp: () => void;
}) {
  const { which, changes, onBack, onCheckUp } = props;
  const { data, error, isPending, refetch } = useOrder(which.id);
  // The number may come from an email, and the order may be missing in a restored backup.
  const isUnknown = isMissing(error);
  const isError = error !== null && !isUnknown;
  const order = isUnknown ? undefined : data;
  // An action may remove its own button.
  const { heading, beforeRemoval } = useFocusFallback();

  useEffect(() => heading.current?.focus(), [heading]);

  return (
    <article className="order" aria-labelledby="order-heading">
      <button type="button" className="text-button order-back" onClick={onBack}>
        {words.backToOrders}
      </button>
      <div className="order-head">
        <h2 id="order-heading" ref={heading} tabIndex={-1}>
          {words.orderTitle(which)}
        </h2>
        {order && <OrderStateWords order={order} />}
        {order && <OrderActions order={order} changes={changes} beforeRemoval={beforeRemoval} />}
      </div>
      <div role="status">{isUnknown && <p className="dashboard-note">{ORDER_MESSAGES.noSuchOrder}</p>}</div>
      {isError && <LoadNote onRetry={refetch}>{ORDERS_TAB_MESSAGES.orderFailed}</LoadNote>}
      {isPending && !isError && <p className="dashboard-note">{ADMIN_MESSAGES.loading}</p>}
      {order && <OrderSheet order={order} onCheckUp={onCheckUp} />}
    </article>
  );
}

/** The details of an order. When printed, they are its packing slip. */
function OrderSheet({ order, onCheckUp }: { order: AdminOrder; onCheckUp: () => void }) {
  return (
    <div className="order-sheet">
      <section className="order-goods" aria-labelledby="order-goods-heading">
        <div className="order-goods-head">
          <h3 id="order-goods-heading">{words.items}</h3>
          <button type="button" className="text-button" onClick={() => print()}>
            {words.packingSlip}
          </button>
        </div>
        <OrderLines order={order} />
        <OrderSums order={order} />
      </section>
      <div className="order-side">
        <OrderWithdrawals order={order} />
        <OrderBuyer order={order} />
        <OrderHistory order={order} onCheckUp={onCheckUp} />
      </div>
    </div>
  );
}
