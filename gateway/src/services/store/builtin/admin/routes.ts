import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import {
  type AdminOrder,
  type ChangedOrder,
  ORDERS_CSV_NAME,
  type OrderList,
  type OrdersSummary,
} from "@porchlight/protocol/orders.ts";
import { type Context, Hono } from "hono";
import type { FileEnvironment } from "../../../../http/file-stream.ts";
import { streamPieces } from "../../../../http/piece-stream.ts";
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

/** What the owner's interface to orders works with. */
export type OrderRoutesOptions = {
  orders: Orders;
  /** Pays a card payment back. Without it the owner does that at the processor, as with money that came by hand. */
  refundCard?: (order: Order) => Promise<{ ok: true } | { ok: false; message: string }>;
  /** Finds emails that have not gone out. Without a mail server there are none to find. */
  findUnsent?: FindUnsent;
  audit?: Audit | undefined;
  clock: () => Date;
  /** The time zone that the shop's days are of, and the artist's language. */
  shop: () => Pick<StoreSettings, "timeZone" | "language">;
  /** Told of what broke a file off that was on its way. */
  onError: (error: unknown) => void;
};

/** What these routes find around them. */
type OrderEnvironment = AdminVariables & FileEnvironment;

/** Routes of orders, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createOrderRoutes({
  orders,
  refundCard,
  findUnsent = async () => [],
  audit,
  clock,
  shop,
  onError,
}: OrderRoutesOptions): Hono<OrderEnvironment> {
  const routes = new Hono<OrderEnvironment>();
  // A second click must not pay back a second time.
  const refundsUnderWay = new Set<number>();

  routes.get("/orders", (c) => {
    const query = parse(OrderListQuery, c.req.query());
    if (!query.ok) return refuse(c, 400, "bad_request", query.message);
    const page = orders.list(query.value.filter, query.value.page);
    return c.json({ ...page, orders: page.orders.map(toEntry) } satisfies OrderList);
  });

  routes.get("/orders/summary", (c) => {
    const { total } = orders.list({ status: "open" }, { limit: 1 });
    return c.json({ any: orders.any(), open: total } satisfies OrdersSummary);
  });

  routes.get("/orders.csv", async (c) => {
    const { pieces, rows } = await ordersCsv(orders, shop());
    // What has left the house is worth knowing.
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
    return order ? payBack(c, order, () => orders.refund(order.id)) : noSuchOrder(c);
  });

  routes.post("/orders/:id/cancelled", async (c) => {
    const body = parseBody(CancelledBody, await c.req.text());
    if (!body.ok) return refuse(c, 400, "bad_request", body.message);
    const order = orders.byId(idOf(c));
    if (!order) return noSuchOrder(c);
    if (!body.value.refund) return answer(c, await orders.cancel(order.id));
    // Before any money moves.
    const why = whyNeverCancelled(order, clock());
    if (why !== undefined) return refuse(c, 409, "not_possible_now", why);
    return payBack(c, order, async () => {
      const change = await orders.cancel(order.id, true);
      // Sent while its money was on the way back: then that much is noted.
      if (!change.ok) await orders.refund(order.id);
      return change;
    });
  });

  /** Gives the money of a paid order back, where that is for us to do, and notes it. */
  async function payBack(c: Context, order: Order, note: () => Promise<OrderChange>): Promise<Response> {
    const isWithProcessor = order.payment.status === "paid" && order.payment.method === CARD;
    if (!isWithProcessor || !refundCard) return answer(c, await note());
    if (refundsUnderWay.has(order.id)) return refuse(c, 409, "not_possible_now", ORDER_MESSAGES.refundUnderWay);
    refundsUnderWay.add(order.id);
    try {
      const outcome = await refundCard(order);
      if (!outcome.ok) return refuse(c, 409, "refund_failed", outcome.message);
      const change = await note();
      // The processor's own word that the money went back may have been quicker.
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

/** The id in the path; one that no order has for what is no number. */
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
