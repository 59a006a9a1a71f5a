import type { AdminOrder, OrderAction } from "@porchlight/protocol/orders.ts";
import { useState } from "react";
import type { OrderChange } from "../../../api/orders.ts";
import { Alert } from "../../../ui/alert.tsx";
import { useLanguage } from "../../../ui/language.ts";
import { OrderQuestion } from "./order-question.tsx";
import * as questionWords from "./question-words.ts";
import { ShipmentDialog } from "./shipment-dialog.tsx";
import type { OrderChanges } from "./use-order-change.ts";
import { failureElsewhere } from "./words.ts";

/** An action to confirm, with the order as it was when the owner chose the action, even if it has changed meanwhile. */
type Pending = { action: OrderAction; order: AdminOrder };

/**
 * The buttons for the actions that an order allows now. Each button opens a confirmation.
 *
 * @param beforeRemoval called before an action that may remove its button
 */
export function OrderActions(props: { order: AdminOrder; changes: OrderChanges; beforeRemoval: () => void }) {
  const { order, changes, beforeRemoval } = props;
  const [pending, setPending] = useState<Pending>();
  const { busy, failure } = changes;
  const language = useLanguage();

  const close = () => setPending(undefined);
  async function make(about: AdminOrder, change: OrderChange) {
    beforeRemoval();
    const result = await changes.make(about, change);
    // After a rejection the form closes too, because a retry cannot succeed. After a failure it stays, with the typed
    // text.
    if (result !== "failed") close();
  }

  return (
    <div className="order-actions">
      <div className="dashboard-buttons">
        {sortActions(order).map((action) => (
          <button
            key={action}
            type="button"
            className={isNextStep(action, order) ? "dashboard-button dashboard-button-main" : "dashboard-button"}
            aria-disabled={busy !== undefined || undefined}
            onClick={() => {
              if (busy) return;
              changes.forgetFailure();
              setPending({ action, order });
            }}
          >
            {busy?.id === order.id && busy.action === action
              ? questionWords.busyVerb(action, order)
              : chooseVerb(action, order, language)}
          </button>
        ))}
      </div>
      {failure && !pending && (
        // A change of another order may have failed after this order was opened.
        <Alert type="error">{failure.order.id === order.id ? failure.message : failureElsewhere(failure)}</Alert>
      )}
      {pending && needsForm(pending) && (
        <ShipmentDialog
          order={pending.order}
          isBusy={busy !== undefined}
          failure={failure?.message}
          onClose={close}
          onSend={(body) => make(pending.order, { action: "shipped", body })}
        />
      )}
      {pending && !needsForm(pending) && (
        <OrderQuestion
          action={pending.action}
          order={pending.order}
          onClose={close}
          onAgree={(change) => {
            close();
            make(pending.order, change);
          }}
        />
      )}
    </div>
  );
}

/** The actions that apply, the next step first. */
function sortActions(order: AdminOrder): OrderAction[] {
  const isNext = (action: OrderAction) => Number(isNextStep(action, order));
  return order.actions.filter(isOffered(order)).toSorted((one, other) => isNext(other) - isNext(one));
}

/** Whether an action applies. For example, an order for pickup has no tracking to correct. */
function isOffered({ delivery, shipment, hasDownload }: AdminOrder): (action: OrderAction) => boolean {
  return (action) => action !== "shipped" || delivery === "shipping" || hasDownload || shipment === null;
}

/** Whether an action is the next step of the order. A correction never is, and a refund is only after a withdrawal. */
function isNextStep(action: OrderAction, order: AdminOrder): boolean {
  const { payment, shippedAt } = order;
  // After a withdrawal, an unsent order is cancelled and refunded in one step.
  if (order.withdrawn === "all") return action === (order.actions.includes("cancelled") ? "cancelled" : "refunded");
  return action === "paid" || (action === "shipped" && payment === "paid" && shippedAt === null);
}

/** Whether an action needs a form, for tracking or the link of a download. */
function needsForm({ action, order }: Pending): boolean {
  return action === "shipped" && (order.delivery === "shipping" || order.hasDownload);
}

function chooseVerb(action: OrderAction, order: AdminOrder, language: string): string {
  return {
    paid: questionWords.markAsPaid,
    shipped: questionWords.shippedVerb(order),
    refunded: questionWords.refundVerb(order, language),
    cancelled: questionWords.cancelOrder,
    erased: questionWords.eraseBuyer,
  }[action];
}
