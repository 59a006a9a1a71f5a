import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { StoreContext } from "../context.ts";
import type { CountedStock } from "../stock/create-stock.ts";
import {
  awaitCard,
  type Changed,
  type ChangeOrder,
  cancel,
  markPaid,
  markPaidBack,
  refund,
  ship,
  voidUnpaid,
} from "./change-order.ts";
import { listOrders } from "./list-orders.ts";
import type { Order } from "./order.ts";
import type { OrderEvent } from "./order-event.ts";
import type { OrderChange, Orders } from "./orders.ts";
import { placeOrder } from "./place-order.ts";
import { historyOf, orderByCardSession, orderById, orderByStatusKey, ordersAwaitingCard } from "./stored-orders.ts";
import { voidForgotten } from "./void-order.ts";

/** What orders work with. */
export type OrdersContext = StoreContext & {
  stock: CountedStock;
  /** Told of every change after its commit. Must not throw: the change has been made. */
  tell: (event: OrderEvent) => void;
};

/** The orders of the data file. */
export function createOrders({ data, catalogue, stock, clock, tell }: OrdersContext): Orders {
  async function change(id: number, apply: ChangeOrder): Promise<OrderChange> {
    const { event, ...outcome } = await data.write((writer): Changed => {
      const order = orderById(writer, id);
      if (order === undefined) return { ok: false, reason: "no-such-order", message: ORDER_MESSAGES.noSuchOrder };
      return apply(writer, order, clock().toISOString());
    });
    if (outcome.ok) stock.refresh(variantsOf(outcome.order));
    if (outcome.ok && event) tell({ type: event, order: outcome.order });
    return outcome;
  }

  /** What fails here is tried again when the next order is placed. */
  function voidForgottenAtStart(): void {
    data
      .write((writer) => voidForgotten(writer, clock()))
      .then((orders) => stock.refresh(orders.flatMap(variantsOf)))
      .catch(() => undefined);
  }

  voidForgottenAtStart();

  return {
    async place(which, choice) {
      const { outcome, voided } = await data.write((writer) => {
        const now = clock();
        return {
          voided: voidForgotten(writer, now),
          // Read within the change, so that no older number of the owner's takes the place of a newer one.
          outcome: placeOrder(writer, which, choice, { snapshot: catalogue.current(), now }),
        };
      });
      const placed = outcome?.ok && outcome.isNew ? outcome.order : undefined;
      stock.refresh([...voided, ...(placed ? [placed] : [])].flatMap(variantsOf));
      if (placed) tell({ type: "placed", order: placed });
      return outcome;
    },
    byId: (id) => orderById(data.read, id),
    byStatusKey: (id, statusKey) => orderByStatusKey(data.read, id, statusKey),
    byCardSession: (sessionId) => orderByCardSession(data.read, sessionId),
    awaitingCardSince: (before, after) => ordersAwaitingCard(data.read, before, after),
    historyOf: (id) => historyOf(data.read, id),
    list: (filter, page) => listOrders(data.read, filter, page),
    any: () => data.read.get("SELECT 1 FROM orders LIMIT 1") !== undefined,
    awaitCard: (id, sessionId) => change(id, awaitCard(sessionId)),
    markPaid: (id, paid) => change(id, markPaid(paid)),
    markPaidBack: (id, paid) => change(id, markPaidBack(paid)),
    voidUnpaid: (id) => change(id, voidUnpaid),
    ship: (id, tracking, replaces) => change(id, ship(tracking, replaces)),
    refund: (id) => change(id, refund),
    cancel: (id, isRefunded = false) => change(id, cancel(isRefunded)),
  };
}

function variantsOf({ lines }: Order): number[] {
  return lines.map(({ variantId }) => variantId);
}
