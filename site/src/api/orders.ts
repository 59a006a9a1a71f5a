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
import { type AdminCall, callAdmin, fetchAdmin } from "./admin.ts";

/** Query of a page of orders, the newest first. The page has only orders with an id below `before`. */
export type OrderQuery = { search: string; status: OrderStatus | ""; before: number | null };

/** A change of an order by the owner. */
export type OrderChange =
  | { action: Extract<OrderAction, "paid" | "refunded" | "erased"> }
  | { action: Extract<OrderAction, "shipped">; body: ShippedRequest }
  | { action: Extract<OrderAction, "cancelled">; body: CancelledRequest };

/** Calls for the owner's orders. They throw as {@link callAdmin} does. */
export type Orders = {
  /** Returns a summary without orders if the store is hosted. */
  summary: (signal: AbortSignal) => Promise<OrdersSummary>;
  list: (query: OrderQuery, signal: AbortSignal) => Promise<OrderList>;
  one: (id: number, signal: AbortSignal) => Promise<AdminOrder>;
  /** Returns the changed order, and the parts of the change that were already made. */
  change: (id: number, change: OrderChange) => Promise<ChangedOrder>;
  /** Fetches all orders as a file with the gateway's file name. */
  csv: (signal: AbortSignal) => Promise<{ file: Blob; name: string }>;
};

/** Timeout of the file, in milliseconds. */
const FILE_TIMEOUT_MS = 10 * 60_000;

export function createOrders(accessToken: AccessToken): Orders {
  const fetch = async <Result>(path: string, options?: AdminCall): Promise<Result> =>
    fetchAdmin(path, await accessToken(), options);

  return {
    async summary(signal) {
      try {
        return await fetch<OrdersSummary>("orders/summary", { signal });
      } catch (error) {
        if (isMissing(error)) return { any: false, open: 0, unpaid: 0, toSend: 0, toRefund: 0, lowStock: [] };
        throw error;
      }
    },
    list: (query, signal) => fetch(`orders${toSearch(query)}`, { signal }),
    one: (id, signal) => fetch(`orders/${id}`, { signal }),
    change: (id, change) =>
      fetch(`orders/${id}/${change.action}`, { method: "POST", body: "body" in change ? change.body : {} }),
    async csv(signal) {
      const response = await callAdmin("orders.csv", await accessToken(), { signal, timeoutMs: FILE_TIMEOUT_MS });
      const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
      return { file: await response.blob(), name: name ?? ORDERS_CSV_NAME };
    },
  };
}

function toSearch({ search, status, before }: OrderQuery): string {
  const query = new URLSearchParams({
    ...(search !== "" && { search }),
    ...(status !== "" && { status }),
    ...(before !== null && { before: String(before) }),
  });
  const text = String(query);
  return text && `?${text}`;
}
