import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import {
  type AdminOrder,
  type ChangedOrder,
  type LowStock,
  ORDERS_CSV_NAME,
  type OrderList,
  type OrdersSummary,
} from "@porchlight/protocol/orders.ts";
import { type Context, Hono } from "hono";
import type { FileEnvironment } from "../../../../http/file-stream.ts";
import { streamPieces } from "../../../../http/piece-stream.ts";
import { startOfDay, toDay } from "../../../../lib/time-zone.ts";
import type { Audit } from "../../../shared/audit.ts";
import type { FindUnsent } from "../../../shared/outgoing-messages.ts";
import { parse } from "../../../shared/parse-request.ts";
import type { AdminVariables } from "../../../shared/require-admin.ts";
import { CARD, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Order } from "../model/order.ts";
import { toAdminOrder, toEntry } from "../orders/order-for-owner.ts";
import { whyNeverCancelled } from "../orders/order-rules.ts";
import type { OrderChange, Orders } from "../orders/orders.ts";
import { ordersCsv } from "../orders/orders-csv.ts";
import { unsentEmailsOf } from "../orders/unsent-emails.ts";
import { CancelledBody, EmptyBody, OrderListQuery, parseBody, ShippedBody } from "./order-requests.ts";

/** Dependencies of the owner's routes for orders. */
export type OrderRoutesOptions = {
  orders: Orders;
  /** Refunds a card payment. Without it, the owner refunds by hand, as for other payment methods. */
  refundCard?: (order: Order) => Promise<{ ok: true } | { ok: false; message: string }>;
  /** Finds emails that have not been sent. Without it, no order shows unsent emails. */
  findUnsent?: FindUnsent;
  audit?: Audit | undefined;
  clock: () => Date;
  /** The shop's time zone, which decides on which day an order was placed, and the artist's language. */
  shop: () => Pick<StoreSettings, "timeZone" | "language" | "currency">;
  /** Finds variants with few pieces left. */
  lowStock: () => LowStock[];
  /** Receives the error that ended a download early. */
  onError: (error: unknown) => void;
};

/** The request context of these routes. */
type OrderEnvironment = AdminVariables & FileEnvironment;

/** Routes of orders, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createOrderRoutes({
  orders,
  refundCard,
  findUnsent = async () => [],
  audit,
  clock,
  shop,
  lowStock,
  onError,
}: OrderRoutesOptions): Hono<OrderEnvironment> {
  const routes = new Hono<OrderEnvironment>();
  // A second click must not refund a second time.
  const refundsUnderWay = new Set<number>();

  routes.get("/orders", (c) => {
    const query = parse(OrderListQuery, c.req.query());
    if (!query.ok) return refuse(c, 400, "bad_request", query.message);
    const page = orders.list(query.value.filter, query.value.page);
    return c.json({ ...page, orders: page.orders.map(toEntry) } satisfies OrderList);
  });

  routes.get("/orders/summary", (c) => {
    const counts = orders.countByStatus();
    const { timeZone, currency } = shop();
    const month = `${toDay(clock(), timeZone).slice(0, -2)}01`;
    return c.json({
      any: orders.any(),
      open: counts.open,
      unpaid: counts.unpaid,
      toSend: counts["to-send"],
      toRefund: counts["to-refund"],
      takings: orders.takings(startOfDay(month, timeZone), currency),
      lowStock: lowStock(),
    } satisfies OrdersSummary);
  });

  routes.get("/orders.csv", async (c) => {
    const { pieces, rows } = await ordersCsv(orders, shop());
    // The audit log records every export of personal data.
    await audit?.({
      event: "list-exported",
      client: c.get("client"),
      details: { list: "orders", format: "csv", rows },
    });
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="${ORDERS_CSV_NAME}"`);
    return c.body(streamPieces(pieces, { onError, breakOff: c.env?.breakOff }));
  });

  routes.get("/orders/:id", async (c) => {
    const order = orders.byId(idOf(c));
    return order ? c.json(await asOwnerSees(order)) : noSuchOrder(c);
  });

  routes.post("/orders/:id/paid", async (c) => {
    const body = parseBody(EmptyBody, await c.req.text());
    if (!body.ok) return refuse(c, 400, "bad_request", body.message);
    return answer(c, await orders.markPaid(idOf(c)));
  });

  routes.post("/orders/:id/shipped", async (c) => {
    const body = parseBody(ShippedBody, await c.req.text());
    if (!body.ok) return refuse(c, 400, "bad_request", body.message);
    const { replaces, ...tracking } = body.value;
    return answer(c, await orders.ship(idOf(c), tracking, replaces));
  });

  routes.post("/orders/:id/refunded", async (c) => {
    const body = parseBody(EmptyBody, await c.req.text());
    if (!body.ok) return refuse(c, 400, "bad_request", body.message);
    const order = orders.byId(idOf(c));
    return order ? refundFirst(c, order, () => orders.refund(order.id)) : noSuchOrder(c);
  });

  routes.post("/orders/:id/cancelled", async (c) => {
    const body = parseBody(CancelledBody, await c.req.text());
    if (!body.ok) return refuse(c, 400, "bad_request", body.message);
    const order = orders.byId(idOf(c));
    if (!order) return noSuchOrder(c);
    if (!body.value.refund) return answer(c, await orders.cancel(order.id));
    // Checked before the refund: the money must not go back for an order that can never be cancelled.
    const why = whyNeverCancelled(order, clock());
    if (why !== undefined) return refuse(c, 409, "not_possible_now", why);
    return refundFirst(c, order, async () => {
      const change = await orders.cancel(order.id, true);
      // The order was sent while the refund ran, so it cannot be cancelled. The refund is recorded anyway.
      if (!change.ok) await orders.refund(order.id);
      return change;
    });
  });

  routes.post("/orders/:id/erased", async (c) => {
    const body = parseBody(EmptyBody, await c.req.text());
    if (!body.ok) return refuse(c, 400, "bad_request", body.message);
    const change = await orders.erase(idOf(c));
    if (change.ok && !change.doneBefore) {
      await audit?.({ event: "buyer-erased", client: c.get("client"), details: { order: change.order.number } });
    }
    return answer(c, change);
  });

  /**
   * Refunds a card payment at the processor if the order has one and refunds are set up. Then records the change.
   *
   * @param record stores the change of the order
   */
  async function refundFirst(c: Context, order: Order, record: () => Promise<OrderChange>): Promise<Response> {
    const isWithProcessor = order.payment.status === "paid" && order.payment.method === CARD;
    if (!isWithProcessor || !refundCard) return answer(c, await record());
    if (refundsUnderWay.has(order.id)) return refuse(c, 409, "not_possible_now", ORDER_MESSAGES.refundUnderWay);
    refundsUnderWay.add(order.id);
    try {
      const refund = await refundCard(order);
      if (!refund.ok) return refuse(c, 409, "refund_failed", refund.message);
      const change = await record();
      // The webhook may have recorded this same refund first, so the response has no `doneBefore`.
      return await answer(c, change.ok ? { ok: true, order: change.order } : change);
    } finally {
      refundsUnderWay.delete(order.id);
    }
  }

  async function asOwnerSees(order: Order): Promise<AdminOrder> {
    const past = { events: orders.historyOf(order.id), unsentEmails: await unsentEmailsOf(order, findUnsent) };
    return toAdminOrder(order, past, { canRefundCards: refundCard !== undefined, now: clock() });
  }

  async function answer(c: Context, change: OrderChange): Promise<Response> {
    if (change.ok) {
      const { order, doneBefore } = change;
      return c.json({ ...(await asOwnerSees(order)), ...(doneBefore && { doneBefore }) } satisfies ChangedOrder);
    }
    if (change.reason === "no-such-order") return noSuchOrder(c);
    return refuse(c, 409, "not_possible_now", change.message);
  }

  return routes;
}

/** The id in the path. If it is not a number, the result is 0, an id that no order has. */
function idOf(c: Context): number {
  const id = c.req.param("id") ?? "";
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

function noSuchOrder(c: Context): Response {
  return refuse(c, 404, "not_found", ORDER_MESSAGES.noSuchOrder);
}

function refuse(c: Context, status: 400 | 404 | 409, code: string, message: string): Response {
  return c.json({ code, message } satisfies AdminApiError, status);
}
