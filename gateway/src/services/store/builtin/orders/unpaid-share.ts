import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Variant } from "../catalogue/catalogue.ts";
import type { Order } from "../model/order.ts";
import { applyListedStock, type Quantities } from "../stock/levels.ts";
import { codeKey, emailKey } from "../usage/usage-counters.ts";

/** Unpaid orders of one holder at a time: a hall full of fans behind one address has fewer. */
const UNPAID_ORDERS_MAX = 200;
/** Pieces of a variant, or uses of a code, that one holder may have before payment, however few there are. */
const HELD_MIN = 2;

/** Whom an unpaid order counts for: its client, by a keyed hash, and its buyer's mailbox. No hash has an @. */
export type Holders = readonly [client: string, mailbox: string];

/** @param client hashed */
export function holdersOf(client: string, email: string): Holders {
  return [client, emailKey(email)];
}

/** Notes for whom an unpaid order counts. */
export function addHolders(writer: Writer, orderId: number, holders: Holders): void {
  for (const holder of holders) {
    writer.run("INSERT INTO unpaid_holders (holder, order_id) VALUES (?, ?)", holder, orderId);
  }
}

/** Forgets for whom an order counts. */
export function removeHolders(writer: Writer, orderId: number): void {
  writer.run("DELETE FROM unpaid_holders WHERE order_id = ?", orderId);
}

/**
 * Whether an order counts for its holders. One by card that was given up counts until it is removed, so that no client
 * fills the disk with them; it holds no pieces.
 */
export function countsAsUnpaid({ payment, shipment, cancelledAt }: Order): boolean {
  const isUnpaid = payment.paidAt === null && payment.paymentId === null;
  return isUnpaid && shipment === null && cancelledAt === null;
}

/** Whether each of these may have one more unpaid order. */
export function mayOweAnother(reader: Reader, holders: Holders): boolean {
  return holders.every((holder) => {
    const row = reader.get<{ orders: number }>(
      "SELECT count(*) AS orders FROM unpaid_holders WHERE holder = ?",
      holder,
    );
    return (row?.orders ?? 0) < UNPAID_ORDERS_MAX;
  });
}

/** How an order is paid, by which its share is counted, and the share in millionths of what is free and what is held. */
type Share = { isByCard: boolean; share: number };

/**
 * Variants of which more is wanted than one of these may hold before payment, with how many that still are. Orders by card
 * are counted apart: they wait for minutes, and a network whose other orders wait for days can still pay by card.
 */
export function findBeyondShare(
  writer: Writer,
  holders: Holders,
  wanted: Quantities,
  share: Share,
): ReadonlyMap<Variant, number> {
  const beyond = new Map<Variant, number>();
  for (const holder of holders) {
    const held = piecesHeldBy(writer, holder, share);
    for (const [variant, quantity] of wanted) {
      const free = variant.sellsBeyondStock ? null : applyListedStock(writer, variant);
      if (free === null) continue;
      const left = Math.min(stillFree(free, held.get(variant.id) ?? 0, share), beyond.get(variant) ?? free);
      if (left < quantity) beyond.set(variant, left);
    }
  }
  return beyond;
}

/**
 * The first of these codes that one of the holders has used for as many unpaid orders as may be, as with pieces.
 *
 * @param free how often each can still be used; only those of which the owner bounds that
 */
export function findCodeBeyondShare(
  reader: Reader,
  holders: Holders,
  free: ReadonlyMap<string, number>,
  share: Share,
): string | undefined {
  const isBeyond = ([code, left]: [string, number]) =>
    holders.some((holder) => stillFree(left, codeUsesOf(reader, holder, code, share), share) < 1);
  return [...free].find(isBeyond)?.[0];
}

/** How much of what is free a holder may still take, who has some of it. */
function stillFree(free: number, own: number, { isByCard, share }: Share): number {
  // What a buyer pays for at once may be all that one order can have.
  if (isByCard && own === 0) return free;
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
