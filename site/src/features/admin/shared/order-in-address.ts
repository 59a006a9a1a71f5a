import { ORDER_IN_ADDRESS, ORDER_NUMBERS_BEGIN_AFTER, type OrderEntry } from "@porchlight/protocol/orders.ts";
import { readStored, session, writeStored } from "../../../lib/storage.ts";

/** Key of an order's number. It is stored while the browser is at a sign-in provider, which drops our query. */
const STORAGE_KEY = "order-asked-for";

/** Reads the order in the dashboard's address, `/admin?order=1004`. The order may not exist. */
export function readRequestedOrder(): Pick<OrderEntry, "id" | "number"> | undefined {
  const text = new URLSearchParams(location.search).get(ORDER_IN_ADDRESS) ?? "";
  if (!/^\d{1,15}$/.test(text)) return undefined;
  const number = Number(text);
  return number > ORDER_NUMBERS_BEGIN_AFTER ? { id: number - ORDER_NUMBERS_BEGIN_AFTER, number } : undefined;
}

/** Returns the dashboard's address with or without an order, for reloads and links. */
export function addressWithOrder(order: Pick<OrderEntry, "number"> | undefined): string {
  const query = new URLSearchParams(location.search);
  if (order) query.set(ORDER_IN_ADDRESS, String(order.number));
  else query.delete(ORDER_IN_ADDRESS);
  const search = String(query);
  return location.pathname + (search && `?${search}`) + location.hash;
}

/** Stores the order in the address before the browser goes to a sign-in provider. */
export function storeRequestedOrder(): void {
  const order = readRequestedOrder();
  writeStored(session, STORAGE_KEY, order ? String(order.number) : null);
}

/** Returns the stored order number and removes it. */
export function takeStoredOrder(): string | null {
  const stored = readStored(session, STORAGE_KEY) ?? null;
  writeStored(session, STORAGE_KEY, null);
  return stored;
}
