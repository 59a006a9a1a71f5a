import { anOrder } from "@porchlight/fixtures/order.ts";
import type {
  AdminOrder,
  ChangedOrder,
  OrderAction,
  OrderEntry,
  OrderList,
  OrderStatus,
  OrdersSummary,
} from "@porchlight/protocol/orders.ts";
import { screen } from "@testing-library/react";
import { afterEach } from "vitest";
import { NOW, type OpenDashboard, openDashboard } from "../dashboard/dashboard.case.tsx";
import type { FakeGateway, GatewayRequest } from "../dashboard/fake-gateway.case.ts";

// The address names the open order. Without this, the next test would open that order too.
afterEach(() => history.replaceState(null, "", "/"));

/** A paid order. */
export function paid(overrides: Partial<AdminOrder> = {}): AdminOrder {
  return anOrder({
    payment: "paid",
    paidAt: NOW.toISOString(),
    actions: ["shipped", "refunded", "cancelled"],
    ...overrides,
  });
}

/** The gateway's orders, the newest first, and the length of its pages. */
export type FakeOrders = { orders: AdminOrder[]; pageLength: number };

const AFTER_ACTION: Record<OrderAction, (order: AdminOrder) => Partial<AdminOrder>> = {
  paid: () => ({ payment: "paid", actions: ["shipped", "refunded", "cancelled"] }),
  shipped: (order) => ({ actions: order.actions.filter((action) => action !== "cancelled") }),
  refunded: ({ total }) => ({ payment: "refunded", totalRefunded: total, actions: [] }),
  cancelled: () => ({ cancelledAt: NOW.toISOString(), actions: [] }),
  erased: () => ({ email: "", name: "", addressLines: [], phone: "", note: null, actions: [] }),
};

/** Answers requests to `/admin/api/orders` with these orders. */
export function answerOrders(fake: FakeOrders): NonNullable<FakeGateway["instead"]> {
  return ({ method, path, query, body }: GatewayRequest) => {
    const [, address] = /^\/admin\/api\/orders(\/.*|\.csv)?$/.exec(path) ?? ["", "elsewhere"];
    if (address === "elsewhere") return undefined;
    if (address === undefined) return Response.json(createPage(fake, query));
    if (address === "/summary") {
      const count = (status: OrderStatus) => fake.orders.filter(hasStatus(status)).length;
      const summary: OrdersSummary = {
        any: fake.orders.length > 0,
        open: count("open"),
        unpaid: count("unpaid"),
        toSend: count("to-send"),
        toRefund: count("to-refund"),
        takings: { amount: 120_400, currency: "CAD", orders: 12 },
        lowStock: [],
      };
      return Response.json(summary);
    }
    if (address === ".csv") {
      const headers = { "Content-Type": "text/csv", "Content-Disposition": 'attachment; filename="orders.csv"' };
      return new Response("Order\r\n1001\r\n", { headers });
    }
    const [, id, action] = address.split("/");
    const order = fake.orders.find((known) => known.id === Number(id));
    if (!order) return errorResponse(404, "There is no such order.");
    if (method === "GET") return Response.json(order);
    // The cast holds: the dashboard sends no other requests.
    const change = action as OrderAction;
    const doneBefore = actionsDone(order).filter((done) => done === change || isRefundRequested(done, body));
    const changed: ChangedOrder = {
      ...order,
      ...(!doneBefore.includes(change) && AFTER_ACTION[change](order)),
      ...(doneBefore.length > 0 && { doneBefore }),
    };
    if (change === "shipped") {
      const shippedAt = order.shippedAt ?? NOW.toISOString();
      // The dashboard sends either all three values or none.
      const tracking = { carrier: "", trackingNumber: "", trackingUrl: "", ...(body as object) };
      Object.assign(changed, { shippedAt, shipment: { shippedAt, ...tracking } });
    }
    if (!doneBefore.includes(change) && change !== "erased")
      changed.events = [...order.events, { at: NOW.toISOString(), type: change }];
    fake.orders = fake.orders.map((known) => (known === order ? changed : known));
    return Response.json(changed);
  };
}

function actionsDone({ payment, cancelledAt }: AdminOrder): OrderAction[] {
  return [
    ...(cancelledAt === null ? [] : (["cancelled"] as const)),
    ...(payment === "refunded" ? (["refunded"] as const) : []),
    ...(payment === "paid" ? (["paid"] as const) : []),
  ];
}

function isRefundRequested(done: OrderAction, body: unknown): boolean {
  return done === "refunded" && typeof body === "object" && body !== null && "refund" in body;
}

/** An error response of `/admin/api`. */
export function errorResponse(status: number, message: string): Response {
  return Response.json({ code: "not_possible_now", message }, { status });
}

function createPage({ orders, pageLength }: FakeOrders, query: URLSearchParams): OrderList {
  const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
  const search = query.get("search") ?? "";
  const found = orders
    .filter(hasStatus(query.get("status") ?? ""))
    .filter(({ number, email, name }) => `#${number} ${email} ${name}`.toLowerCase().includes(search.toLowerCase()));
  const older = found.filter(({ id }) => id < before);
  const shown = older.slice(0, pageLength);
  return {
    orders: shown satisfies OrderEntry[],
    total: found.length,
    next: older.length > pageLength ? (shown.at(-1)?.id ?? null) : null,
  };
}

function hasStatus(status: string): (order: AdminOrder) => boolean {
  const conditions: Record<string, (order: AdminOrder) => boolean> = {
    open: ({ cancelledAt, payment, shippedAt }) =>
      cancelledAt === null && (payment === "pending" || (payment === "paid" && shippedAt === null)),
    unpaid: ({ cancelledAt, payment }) =>
      cancelledAt === null && (payment === "pending" || payment === "awaiting-card"),
    "to-refund": ({ cancelledAt, payment, withdrawn }) =>
      cancelledAt === null && payment === "paid" && withdrawn === "all",
    "to-send": ({ cancelledAt, payment, shippedAt }) =>
      cancelledAt === null && payment === "paid" && shippedAt === null,
  } satisfies Partial<Record<OrderStatus, (order: AdminOrder) => boolean>>;
  return conditions[status] ?? (() => true);
}

export type OpenOrders = OpenDashboard & { fake: FakeOrders };

/** Opens the tab Orders of a shop with these orders, the newest first. */
export async function openOrders(orders: AdminOrder[], pageLength = 50): Promise<OpenOrders> {
  const fake = { orders, pageLength };
  const opened = await openDashboard([], (gateway) => {
    gateway.instead = answerOrders(fake);
  });
  await opened.user.click(screen.getByRole("tab", { name: /^Orders/ }));
  await opened.pass(50);
  return { ...opened, fake };
}

/** Opens the only order of a shop. */
export async function openOrder(order: AdminOrder): Promise<OpenOrders> {
  const opened = await openOrders([order]);
  await opened.user.click(screen.getByRole("button", { name: `Open order #${order.number}` }));
  await opened.pass(50);
  return opened;
}

/** Returns the requested changes of orders: the end of each path, and its body. */
export function requestedChanges({ gateway }: OpenDashboard): unknown[][] {
  return gateway.requests
    .filter(({ method, path }) => method === "POST" && path.startsWith("/admin/api/orders/"))
    .map(({ path, body }) => [path.replace("/admin/api/orders/", ""), body]);
}

/** Returns the text of the current alert. */
export function alerts(): string {
  return document.querySelector(".dashboard-alert")?.textContent ?? "";
}

/** Returns the sums of the open order: their names and values. */
export function sums(): string[][] {
  return [...document.querySelectorAll(".order-sums > div")].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  );
}

/** The open order. */
export const sheet = () => screen.getByRole("article", { name: /^Order #/ });
/** The state of the open order, in words. */
export const state = () => document.querySelector(".order-head .order-state")?.textContent;
