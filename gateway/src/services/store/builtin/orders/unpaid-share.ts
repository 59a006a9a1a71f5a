import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Variant } from "../catalogue/catalogue.ts";
import { UNPAID_ORDERS_EXPIRE_AFTER_DAYS } from "../catalogue/store-file.ts";
import type { Order } from "../model/order.ts";
import { applyListedStock, type Quantities } from "../stock/levels.ts";
import { codeKey, emailKey } from "../usage/usage-counters.ts";

/** Maximum number of unpaid orders of one holder: a hall full of fans behind one IP address has fewer. */
const UNPAID_ORDERS_MAX = 200;
/** How many pieces of a variant, or uses of a code, one holder may always have before payment. */
const HELD_MIN = 2;
/** How many card orders a holder may have given up and still take all that is free by card. */
const GIVEN_UP_MAX = 2;

/** How long a free order that was not sent counts for its holders, in milliseconds: as long as an unpaid one waits. */
const FREE_COUNTS_MS = UNPAID_ORDERS_EXPIRE_AFTER_DAYS * 24 * 60 * 60 * 1_000;

/** The holders for whom an unpaid or free order counts: its client, as a keyed hash without an @, and its buyer's mailbox. */
type Holders = readonly [client: string, mailbox: string];

/** @param client keyed hash of the client */
export function holdersOf(client: string, email: string): Holders {
  return [client, emailKey(email)];
}

/** Stores the holders of an unpaid or free order. */
export function addHolders(writer: Writer, orderId: number, holders: Holders): void {
  for (const holder of holders) {
    writer.run("INSERT INTO unpaid_holders (holder, order_id) VALUES (?, ?)", holder, orderId);
  }
}

/** Removes the holders of an order. */
export function removeHolders(writer: Writer, orderId: number): void {
  writer.run("DELETE FROM unpaid_holders WHERE order_id = ?", orderId);
}

/** Removes the holders of free orders that were placed some days ago. Only free orders have holders and are paid. */
export function removeHoldersOfFree(writer: Writer, now: Date): void {
  writer.run(
    `DELETE FROM unpaid_holders WHERE order_id IN
       (SELECT id FROM orders JOIN unpaid_holders ON order_id = id WHERE payment_status = 'paid' AND placed_at < ?)`,
    new Date(now.getTime() - FREE_COUNTS_MS).toISOString(),
  );
}

/**
 * Whether an order costs nothing, apart from what gift cards pay. It takes pieces permanently, and nobody has to pay.
 */
export function isFree({ total }: Pick<Order, "total">): boolean {
  return total === 0;
}

/**
 * Whether an order counts for its holders: an unpaid or free one that was neither sent nor cancelled. A card order that was given up holds no pieces, but counts until it is
 * removed, so that no client fills the disk with such orders.
 */
export function countsForHolders(order: Order): boolean {
  const { payment, shipment, cancelledAt } = order;
  const isUnpaid = payment.paidAt === null && payment.paymentId === null;
  return (isUnpaid || isFree(order)) && shipment === null && cancelledAt === null;
}

/** Whether a holder may have one more unpaid order. */
export function mayHaveAnotherUnpaid(reader: Reader, holder: string): boolean {
  return countOrders(reader, holder, "payment_status <> 'paid'") < UNPAID_ORDERS_MAX;
}

/**
 * Whether a buyer who pays by card may take all that is free. A client that gives up one payment after the other would
 * otherwise hold everything for days, half an hour at a time.
 */
export function mayTakeAllByCard(reader: Reader, holder: string): boolean {
  return countOrders(reader, holder, "payment_status = 'voided'") <= GIVEN_UP_MAX;
}

function countOrders(reader: Reader, holder: string, condition: string): number {
  const row = reader.get<{ orders: number }>(
    `SELECT count(*) AS orders FROM unpaid_holders JOIN orders ON id = order_id WHERE holder = ? AND ${condition}`,
    holder,
  );
  return row?.orders ?? 0;
}

/**
 * The share that one holder may have, in millionths of what is free or held by this holder. Card orders have a
 * separate share. With `mayTakeAll`, the first of them may have all that is free.
 */
type Share = { isByCard: boolean; mayTakeAll: boolean; share: number };

/**
 * Finds variants of which an order wants more pieces than a holder may have before payment, each with the number that
 * is still allowed. Card orders count separately, because they wait only minutes: a network can still pay by card while
 * its other orders wait for days.
 */
export function findBeyondShare(
  writer: Writer,
  holder: string,
  wanted: Quantities,
  share: Share,
): ReadonlyMap<Variant, number> {
  const beyond = new Map<Variant, number>();
  const held = piecesHeldBy(writer, holder, share);
  for (const [variant, quantity] of wanted) {
    const free = variant.sellsBeyondStock ? null : applyListedStock(writer, variant);
    if (free === null) continue;
    const left = stillFree(free, held.get(variant.id) ?? 0, share);
    if (left < quantity) beyond.set(variant, left);
  }
  return beyond;
}

/**
 * Finds the first code that a holder already uses for as many unpaid orders as allowed.
 *
 * @param free how often each code can still be used; only codes with a limit
 */
export function findCodeBeyondShare(
  reader: Reader,
  holder: string,
  free: ReadonlyMap<string, number>,
  share: Share,
): string | undefined {
  const isBeyond = ([code, left]: [string, number]) =>
    stillFree(left, codeUsesOf(reader, holder, code, share), share) < 1;
  return [...free].find(isBeyond)?.[0];
}

/** How much of what is free a holder may still take. @param own how much the holder has already */
function stillFree(free: number, own: number, { mayTakeAll, share }: Share): number {
  if (mayTakeAll && own === 0) return free;
  const most = Math.max(HELD_MIN, Math.ceil(((free + own) * share) / 1_000_000));
  return Math.min(free, Math.max(0, most - own));
}

const HELD_ORDERS = `unpaid_holders JOIN orders ON id = unpaid_holders.order_id
  AND holder = ? AND (payment_status = 'awaiting-card') = ?`;

function piecesHeldBy(reader: Reader, holder: string, { isByCard }: Share): ReadonlyMap<number, number> {
  const rows = reader.all<{ variant: number; held: number }>(
    `SELECT variant_id AS variant, sum(quantity) AS held
       FROM ${HELD_ORDERS} JOIN order_pieces ON order_pieces.order_id = id GROUP BY variant_id`,
    holder,
    Number(isByCard),
  );
  return new Map(rows.map(({ variant, held }) => [variant, held]));
}

function codeUsesOf(reader: Reader, holder: string, code: string, { isByCard }: Share): number {
  const row = reader.get<{ uses: number }>(
    `SELECT count(*) AS uses FROM ${HELD_ORDERS} JOIN discount_uses ON discount_uses.order_id = id AND code = ?`,
    holder,
    Number(isByCard),
    codeKey(code),
  );
  return row?.uses ?? 0;
}
