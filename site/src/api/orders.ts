import {
  type AdminOrder,
  type CancelledRequest,
  type ChangedOrder,
  ORDERS_CSV_NAME,
  type OrderAction,
  type OrderList,
  type OrderStatus,
  type OrdersSummary,
  type ShippedRequest,
} from "@porchlight/protocol/orders.ts";
import { type AccessToken, isMissing } from "./access.ts";
import { type AdminCall, callAdmin } from "./admin.ts";

/** Which orders a page of the list shows: those older than `before`, the newest first. */
export type OrderQuery = { search: string; status: OrderStatus | ""; before: number | null };

/** Something the owner does with an order, and what is said along with it. */
export type OrderChange =
  | { action: Extract<OrderAction, "paid" | "refunded"> }
  | { action: Extract<OrderAction, "shipped">; body: ShippedRequest }
  | { action: Extract<OrderAction, "cancelled">; body: CancelledRequest };

/** The owner's orders. Every call throws as {@link callAdmin} does. */
export type Orders = {
  /** A hosted store, which keeps its orders to itself, has none here. */
  summary: (signal: AbortSignal) => Promise<OrdersSummary>;
  list: (query: OrderQuery, signal: AbortSignal) => Promise<OrderList>;
  one: (id: number, signal: AbortSignal) => Promise<AdminOrder>;
  /** Answers with the order as it is then, and with what of the change was done before, which is not done twice. */
  change: (id: number, change: OrderChange) => Promise<ChangedOrder>;
  /** All orders as a file, under the name that the gateway gives it. */
  csv: (signal: AbortSignal) => Promise<{ file: Blob; name: string }>;
};

/** A file of many orders may take a slow connection this long, in milliseconds. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/** Opens the orders for whoever holds the token. */
export function createOrders(accessToken: AccessToken): Orders {
  const call = async (path: string, options?: AdminCall) => callAdmin(path, await accessToken(), options);

  // Our own gateway of the same release answers, in the shapes of protocol/src/orders.ts.
  return {
    async summary(signal) {
      try {
        return (await (await call("orders/summary", { signal })).json()) as OrdersSummary;
      } catch (error) {
        if (isMissing(error)) return { any: false, open: 0 };
        throw error;
      }
    },
    list: async (query, signal) => (await (await call(`orders${searchOf(query)}`, { signal })).json()) as OrderList,
    one: async (id, signal) => (await (await call(`orders/${id}`, { signal })).json()) as AdminOrder,
    async change(id, change) {
      const body = "body" in change ? change.body : {};
      return (await (await call(`orders/${id}/${change.action}`, { method: "POST", body })).json()) as ChangedOrder;
    },
    async csv(signal) {
      const response = await call("orders.csv", { signal, timeoutMs: FILE_TIMEOUT_MS });
      const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
      return { file: await response.blob(), name: name ?? ORDERS_CSV_NAME };
    },
  };
}

function searchOf({ search, status, before }: OrderQuery): string {
  const query = new URLSearchParams({
    ...(search !== "" && { search }),
    ...(status !== "" && { status }),
    ...(before !== null && { before: String(before) }),
  });
  const text = String(query);
  return text && `?${text}`;
}
