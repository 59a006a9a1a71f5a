import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATA_FILE_NAME } from "../../data/data-file.ts";
import { type OrderRow, toOrder } from "../../services/store/builtin/orders/stored-orders.ts";
import type { Account } from "../soak.ts";
import type { Fan, OrderChange, Purchase, Records, SubscriptionState } from "./records.ts";

/** The result of comparing the records with the data file. */
type Reconciled = {
  accounts: Account[];
  /** Sentences about impossible data, such as half an order or a wrong stock. */
  inconsistencies: string[];
};

type StoredOrder = ReturnType<typeof toOrder>;
type Event = { order_id: number; type: OrderChange | "placed" };

const PROBLEMS_MAX = 20;

/** Compares the records of a day with its data file. Call it after the last process that wrote the file has ended. */
export function reconcile(records: Records, dataDir: string): Reconciled {
  const data = new DatabaseSync(join(dataDir, DATA_FILE_NAME), { readOnly: true });
  try {
    const inconsistencies: string[] = [];
    const orders = readRows<OrderRow>(data, "SELECT * FROM orders ORDER BY id").map(toOrder);
    const events = readRows<Event>(data, "SELECT order_id, type FROM order_events");
    const accounts = [
      ...listAccounts(records, readRows(data, "SELECT email, status FROM newsletter_subscribers")),
      orderAccount(records, orders, inconsistencies),
      changeAccount(records, events),
    ];
    inconsistencies.push(
      ...wrongStates(records, orders),
      ...wrongHistories(orders, events),
      ...wrongStock(data, orders),
    );
    return { accounts, inconsistencies: inconsistencies.slice(0, PROBLEMS_MAX) };
  } finally {
    data.close();
  }
}

function readRows<Row>(data: DatabaseSync, sql: string): Row[] {
  // Each caller's type names the columns that its query selects.
  return data.prepare(sql).all() as Row[];
}

function emptyAccount(what: string): Account {
  return {
    what,
    acknowledged: 0,
    once: 0,
    missing: 0,
    twice: 0,
    unexpected: 0,
    unanswered: { stored: 0, notStored: 0 },
  };
}

type ListAccounts = Record<Exclude<SubscriptionState, "absent">, Account>;

/** Compares the list with the records. Each address counts in the account of its last acknowledged state. */
function listAccounts({ fans }: Records, rows: { email: string; status: string }[]): Account[] {
  const accounts: ListAccounts = {
    active: emptyAccount("Addresses on the list"),
    unsubscribed: emptyAccount("Addresses that unsubscribed"),
    removed: emptyAccount("Addresses that were removed"),
  };
  const found = new Map<string, string[]>();
  for (const { email, status } of rows) {
    const key = email.toLowerCase();
    found.set(key, [...(found.get(key) ?? []), status]);
  }
  for (const fan of fans.values()) {
    const states = found.get(fan.email) ?? [];
    found.delete(fan.email);
    countAddress(accounts, fan, states);
  }
  accounts.active.unexpected += found.size;
  return [accounts.active, accounts.unsubscribed, accounts.removed];
}

function countAddress(accounts: ListAccounts, { possibleStates }: Fan, states: string[]): void {
  const [first] = states;
  const isPossible =
    states.length === 0
      ? possibleStates.has("absent") || possibleStates.has("removed")
      : [...possibleStates].some((state) => state === first);
  if (possibleStates.size > 1) {
    const { unanswered } = accounts.active;
    if (states.length > 1) accounts.active.twice += 1;
    else if (!isPossible) accounts.active.missing += 1;
    else if (states.length === 1) unanswered.stored += 1;
    else unanswered.notStored += 1;
    return;
  }
  const [state = "absent"] = possibleStates;
  // An address whose sign-up was rejected was never on the list.
  if (state === "absent") {
    accounts.active.unexpected += states.length;
    return;
  }
  const account = accounts[state];
  account.acknowledged += 1;
  if (states.length > 1) account.twice += 1;
  else if (isPossible) account.once += 1;
  else account.missing += 1;
}

function orderAccount({ purchases }: Records, orders: StoredOrder[], inconsistencies: string[]): Account {
  const account = emptyAccount("Orders");
  const found = Map.groupBy(orders, ({ email }) => email);
  for (const purchase of purchases.values()) {
    const [order, ...more] = found.get(purchase.email) ?? [];
    found.delete(purchase.email);
    if (more.length > 0) account.twice += 1;
    if (purchase.id !== undefined) {
      account.acknowledged += 1;
      if (order?.id !== purchase.id) account.missing += 1;
      else if (more.length === 0) account.once += 1;
    } else if (purchase.isSubmitted) {
      if (order) account.unanswered.stored += 1;
      else account.unanswered.notStored += 1;
    } else if (order) account.unexpected += 1;
    if (order && !isWhatWasBought(purchase, order))
      inconsistencies.push(`Order ${order.id} is not what ${order.email} bought`);
  }
  account.unexpected += found.size;
  return account;
}

function isWhatWasBought({ lines, total }: Purchase, order: StoredOrder): boolean {
  const inWords = (all: readonly { variantId: number; quantity: number }[]) =>
    all.map(({ variantId, quantity }) => `${quantity} × ${variantId}`).join();
  return order.total === total && inWords(order.lines) === inWords(lines);
}

function changeAccount({ purchases }: Records, events: Event[]): Account {
  const account = emptyAccount("The owner's changes of orders");
  const found = Map.groupBy(events, ({ order_id, type }) => `${order_id} ${type}`);
  const ofOrders = new Set([...purchases.values()].map(({ id }) => id));
  for (const { id, changed, pending } of purchases.values()) {
    for (const change of changed) {
      const times = take(`${id} ${change}`);
      account.acknowledged += 1;
      if (times > 1) account.twice += 1;
      else if (times === 1) account.once += 1;
      else account.missing += 1;
    }
    for (const change of pending) {
      const times = take(`${id} ${change}`);
      if (times > 1) account.twice += 1;
      else if (times === 1) account.unanswered.stored += 1;
      else account.unanswered.notStored += 1;
    }
  }
  // Each order has one "placed" event. Any other event that remains is unexpected.
  const remaining = [...found.values()]
    .flat()
    .filter(({ type, order_id }) => type !== "placed" && ofOrders.has(order_id));
  account.unexpected += remaining.length;
  return account;

  function take(key: string): number {
    const times = found.get(key)?.length ?? 0;
    found.delete(key);
    return times;
  }
}

/** Finds orders whose row differs from the acknowledged changes. */
function wrongStates({ orders: bought }: Records, orders: StoredOrder[]): string[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return bought.flatMap(({ id, changed, pending }) => {
    const order = byId.get(id ?? 0);
    if (order === undefined || pending.length > 0) return [];
    const isRight =
      (order.cancelledAt !== null) === changed.includes("cancelled") &&
      (order.payment.paidAt !== null) === changed.includes("paid") &&
      (order.shipment !== null) === changed.includes("shipped");
    return isRight ? [] : [`Order ${id} was ${changed.join(", ") || "placed"}, but its row says something else`];
  });
}

/** Finds orders that do not have exactly one "placed" event. */
function wrongHistories(orders: StoredOrder[], events: Event[]): string[] {
  const placed = new Set(events.filter(({ type }) => type === "placed").map(({ order_id }) => order_id));
  const halves = orders.filter(({ id }) => !placed.has(id)).map(({ id }) => `Order ${id} was never placed`);
  const count = events.filter(({ type }) => type === "placed").length;
  return count === orders.length ? halves : [...halves, `${orders.length} orders were placed ${count} times`];
}

/** Finds variants whose stock is not the initial stock minus the pieces in all orders that are not cancelled. */
function wrongStock(data: DatabaseSync, orders: StoredOrder[]): string[] {
  const sold = new Map<number, number>();
  for (const { lines, cancelledAt } of orders) {
    if (cancelledAt !== null) continue;
    for (const { variantId, quantity } of lines) sold.set(variantId, (sold.get(variantId) ?? 0) + quantity);
  }
  const levels = readRows<{ id: number; listed: number; left: number; taken: number }>(
    data,
    `SELECT variant_id AS id, listed, on_hand - owed AS left,
       (SELECT coalesce(sum(quantity), 0) FROM order_pieces WHERE variant_id = stock_levels.variant_id) AS taken
     FROM stock_levels`,
  );
  return levels
    .filter(({ id, listed, left, taken }) => left !== listed - (sold.get(id) ?? 0) || taken !== listed - left)
    .map(
      ({ id, listed, left, taken }) => `Variant ${id}: ${left} of ${listed} left, ${taken} taken, ${sold.get(id)} sold`,
    );
}
