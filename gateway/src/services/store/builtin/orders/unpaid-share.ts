import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Variant } from "../catalogue/catalogue.ts";
import { catchUp, type Wanted } from "../stock/levels.ts";
import { emailKey } from "../usage/keys.ts";
import type { Order } from "./order.ts";

/** Unpaid orders of one holder at a time: a hall full of fans behind one address has fewer. */
export const UNPAID_ORDERS_MAX = 200;
/** Pieces of a variant that one holder may hold before payment, however small the stock: a fan and a friend. */
const PIECES_MIN = 2;

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

/**
 * Variants of which more is wanted than one of these may hold before payment, with how many that still are. Orders by card
 * are counted apart: they wait for minutes, and a network whose other orders wait for days can still pay by card.
 *
 * @param share of each variant, in millionths of what is free and what the holder has of it
 */
export function findBeyondShare(
  writer: Writer,
  holders: Holders,
  { wanted, isByCard, share }: { wanted: Wanted; isByCard: boolean; share: number },
): Map<Variant, number> {
  const beyond = new Map<Variant, number>();
  for (const holder of holders) {
    const held = heldBy(writer, holder, isByCard);
    for (const [variant, quantity] of wanted) {
      const free = variant.sellsBeyondStock ? null : catchUp(writer, variant);
      const own = held.get(variant.id) ?? 0;
      // What a buyer pays for at once may be all that one order can have.
      if (free === null || (isByCard && own === 0)) continue;
      const most = Math.max(PIECES_MIN, Math.ceil(((free + own) * share) / 1_000_000));
      const left = Math.min(free, Math.max(0, most - own), beyond.get(variant) ?? free);
      if (left < quantity) beyond.set(variant, left);
    }
  }
  return beyond;
}

function heldBy(reader: Reader, holder: string, isByCard: boolean): Map<number, number> {
  const rows = reader.all<{ id: number; held: number }>(
    `SELECT variant_id AS id, sum(quantity) AS held
       FROM unpaid_holders JOIN orders ON orders.id = unpaid_holders.order_id JOIN order_pieces USING (order_id)
       WHERE holder = ? AND (payment_status = 'awaiting-card') = ? GROUP BY variant_id`,
    holder,
    Number(isByCard),
  );
  return new Map(rows.map(({ id, held }) => [id, held]));
}
