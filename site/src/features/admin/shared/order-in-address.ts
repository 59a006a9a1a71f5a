import { ORDER_IN_ADDRESS, ORDER_NUMBERS_BEGIN_AFTER, type OrderEntry } from "@porchlight/protocol/orders.ts";

/** Where an order's number is kept while the browser is at a sign-in provider, who brings back no query of ours. */
const STORAGE_KEY = "order-asked-for";

/** The order that the dashboard's address asks for, `/admin?order=1004`, whether there is one or not. */
export function readRequestedOrder(): Pick<OrderEntry, "id" | "number"> | undefined {
  const text = new URLSearchParams(location.search).get(ORDER_IN_ADDRESS) ?? "";
  if (!/^\d{1,15}$/.test(text)) return undefined;
  const number = Number(text);
  return number > ORDER_NUMBERS_BEGIN_AFTER ? { id: number - ORDER_NUMBERS_BEGIN_AFTER, number } : undefined;
}

/** The dashboard's address with an order, or none: a reload shows the same again, and the address can be passed on. */
export function addressWithOrder(order: Pick<OrderEntry, "number"> | undefined): string {
  const query = new URLSearchParams(location.search);
  if (order) query.set(ORDER_IN_ADDRESS, String(order.number));
  else query.delete(ORDER_IN_ADDRESS);
  const search = String(query);
  return location.pathname + (search && `?${search}`) + location.hash;
}

/** Keeps what the address asks for while the browser is at a sign-in provider. */
export function storeRequestedOrder(): void {
  const order = readRequestedOrder();
  try {
    if (order) sessionStorage.setItem(STORAGE_KEY, String(order.number));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage may be forbidden; then the dashboard opens at its first page.
  }
}

/** What was kept of an address, once. */
export function takeStoredOrder(): string | null {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    return stored;
  } catch {
    return null;
  }
}
