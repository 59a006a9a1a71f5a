import type { AdminOrder, OrderAction } from "@porchlight/protocol/orders.ts";
import { useState } from "react";
import type { OrderChange } from "../../../api/orders.ts";
import { Alert } from "../../../ui/alert.tsx";
import { OrderQuestion } from "./order-question.tsx";
import * as questionWords from "./question-words.ts";
import { ShipmentDialog } from "./shipment-dialog.tsx";
import type { OrderChanges } from "./use-order-change.ts";
import { failureElsewhere } from "./words.ts";

/** What is asked about, and the order as it was then: what is agreed to does not change under the owner's hand. */
type Asked = { action: OrderAction; order: AdminOrder };

/**
 * The buttons for what can be done with an order now, each of which asks first.
 *
 * @param beforeRemoval called before something is done with which its button may go
 */
export function OrderActions(props: { order: AdminOrder; changes: OrderChanges; beforeRemoval: () => void }) {
  const { order, changes, beforeRemoval } = props;
  const [asked, setAsked] = useState<Asked>();
  const { busy, failure } = changes;

  const close = () => setAsked(undefined);
  async function make(about: AdminOrder, change: OrderChange) {
    beforeRemoval();
    const outcome = await changes.make(about, change);
    // What was refused cannot be done any more; after a failure what was typed is still needed.
    if (outcome !== "failed") close();
  }

  return (
    <div className="order-actions">
      <div className="dashboard-buttons">
        {order.actions.filter(isOffered(order)).map((action) => (
          <button
            key={action}
            type="button"
            className={isNextStep(action, order) ? "dashboard-button dashboard-button-main" : "dashboard-button"}
            aria-disabled={busy !== undefined || undefined}
            onClick={() => {
              if (busy) return;
              changes.forgetFailure();
              setAsked({ action, order });
            }}
          >
            {busy?.id === order.id && busy.action === action ? questionWords.busy[action] : verbOf(action, order)}
          </button>
        ))}
      </div>
      {failure && !asked && (
        // Another order's change may still have been under way as this one was opened.
        <Alert type="error">{failure.order.id === order.id ? failure.message : failureElsewhere(failure)}</Alert>
      )}
      {asked && isAskedHow(asked) && (
        <ShipmentDialog
          order={asked.order}
          isBusy={busy !== undefined}
          failure={failure?.message}
          onClose={close}
          onSend={(body) => make(asked.order, { action: "shipped", body })}
        />
      )}
      {asked && !isAskedHow(asked) && (
        <OrderQuestion
          action={asked.action}
          order={asked.order}
          onClose={close}
          onAgree={(change) => {
            close();
            make(asked.order, change);
          }}
        />
      )}
    </div>
  );
}

/** What is ready to be fetched has no tracking that could be corrected; a download has its link. */
function isOffered({ delivery, shipment, hasDownload }: AdminOrder): (action: OrderAction) => boolean {
  return (action) => action !== "shipped" || delivery === "shipping" || hasDownload || shipment === null;
}

/** Whether it brings the order on, as what corrects it or takes it back does not, unless the buyer withdrew. */
function isNextStep(action: OrderAction, order: AdminOrder): boolean {
  const { payment, shippedAt } = order;
  // What the buyer withdrew from before it was sent is cancelled and refunded in one step.
  if (order.withdrawn === "all") return action === (order.actions.includes("cancelled") ? "cancelled" : "refunded");
  return action === "paid" || (action === "shipped" && payment === "paid" && shippedAt === null);
}

/** Whether there is more to say than that it was sent: tracking, or the link of a download. */
function isAskedHow({ action, order }: Asked): boolean {
  return action === "shipped" && (order.delivery === "shipping" || order.hasDownload);
}

function verbOf(action: OrderAction, order: AdminOrder): string {
  return {
    paid: questionWords.markAsPaid,
    shipped: questionWords.shippedVerb(order),
    refunded: questionWords.refund,
    cancelled: questionWords.cancelOrder,
  }[action];
}
