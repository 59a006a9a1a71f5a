import { ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { AdminOrder, OrderAction } from "@porchlight/protocol/orders.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isSignInOver, isTransient } from "../../../api/access.ts";
import { AdminRequestError } from "../../../api/admin.ts";
import type { OrderChange } from "../../../api/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { SignedOut } from "../shared/session.ts";
import { ORDER_KEYS } from "./queries.ts";
import { doneBeforeWords, doneWords } from "./words.ts";

/**
 * Result of a change. `rejected`: the order does not allow the change, or it was made before. `failed`: a retry may
 * succeed.
 */
type ChangeResult = "done" | "rejected" | "failed";

/** Changes orders, one change at a time. */
export type OrderChanges = {
  /** The running change. */
  busy: { id: number; action: OrderAction } | undefined;
  /** The error of the last change. */
  failure: { order: AdminOrder; message: string } | undefined;
  forgetFailure: () => void;
  make: (order: AdminOrder, change: OrderChange) => Promise<ChangeResult>;
};

/** Changes orders, reports the results, and loads the orders again. */
export function useOrderChanges(): OrderChanges {
  const { orders, notify, session } = useDashboard();
  const queries = useQueryClient();
  const language = useLanguage();
  const [busy, setBusy] = useState<OrderChanges["busy"]>();
  const [failure, setFailure] = useState<OrderChanges["failure"]>();
  // A second click may come before the next render.
  const isBusy = useRef(false);

  async function make(order: AdminOrder, change: OrderChange): Promise<ChangeResult> {
    if (isBusy.current) return "failed";
    isBusy.current = true;
    setBusy({ id: order.id, action: change.action });
    setFailure(undefined);
    try {
      const { doneBefore = [], ...changed } = await orders.change(order.id, change);
      queries.setQueryData(ORDER_KEYS.one(order.id), changed satisfies AdminOrder);
      if (doneBefore.length > 0) {
        // This message stays, because the confirmation may have named a payment that is not due.
        setFailure({ order, message: doneBeforeWords(changed, change, doneBefore, language) });
        return "rejected";
      }
      notify("success", doneWords(order, change));
      return "done";
    } catch (error) {
      if (error instanceof SignedOut) return "failed";
      if (isSignInOver(error)) {
        session.onRejected();
        return "failed";
      }
      const isRejected = error instanceof AdminRequestError && !isTransient(error);
      if (!isRejected) console.warn("An order could not be changed", error);
      setFailure({ order, message: isRejected ? error.message : ORDERS_TAB_MESSAGES.changeFailed });
      return isRejected && error.status !== 400 ? "rejected" : "failed";
    } finally {
      isBusy.current = false;
      setBusy(undefined);
      // Reloads even after a failure: somebody else may have changed the order, or only the response was lost.
      queries.invalidateQueries({ queryKey: ORDER_KEYS.all });
    }
  }

  return { busy, failure, forgetFailure: () => setFailure(undefined), make };
}
