import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Variant } from "../catalogue/catalogue.ts";

/**
 * Pieces of one variant as the data file has them: the owner's number that was taken over last, the day that stood beside
 * it, and what is left.
 */
export type Level = { listed: number; counted: string | null; onHand: number };

/** Pieces wanted of each variant. */
export type Wanted = ReadonlyMap<Variant, number>;

const COLUMNS = "variant_id AS id, listed, counted, on_hand AS onHand";

/** Levels of all variants by their id. */
export function readLevels(reader: Reader): Map<number, Level> {
  const rows = reader.all<Level & { id: number }>(`SELECT ${COLUMNS} FROM stock_levels`);
  return new Map(rows.map(({ id, ...level }) => [id, level]));
}

/** The level of one variant. */
export function readLevel(reader: Reader, variantId: number): Level | undefined {
  const row = reader.get<Level & { id: number }>(`SELECT ${COLUMNS} FROM stock_levels WHERE variant_id = ?`, variantId);
  return row && { listed: row.listed, counted: row.counted, onHand: row.onHand };
}

/** Whether the owner's number of a variant is the one that was taken over last. A day that was taken away is no news. */
export function isTakenOver({ listedStock, countedAt }: Variant, level: Level | undefined): boolean {
  if (!level) return listedStock === null;
  return level.listed === listedStock && (countedAt === null || countedAt === level.counted);
}

/**
 * Takes over the owner's number where it or its day is another than last time, less the pieces that are held for card
 * payments under way.
 *
 * @returns pieces left; null for a variant that is not counted
 */
export function catchUp(writer: Writer, variant: Variant): number | null {
  if (variant.listedStock === null) {
    writer.run("DELETE FROM stock_levels WHERE variant_id = ?", variant.id);
    return null;
  }
  const known = readLevel(writer, variant.id);
  if (known && isTakenOver(variant, known)) return known.onHand;
  const free = variant.listedStock - heldPieces(writer, variant.id);
  const onHand = Math.max(0, free);
  writer.run(
    `INSERT INTO stock_levels (variant_id, listed, counted, on_hand, owed) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE
         SET listed = excluded.listed, counted = excluded.counted, on_hand = excluded.on_hand, owed = excluded.owed`,
    variant.id,
    variant.listedStock,
    variant.countedAt,
    onHand,
    onHand - free,
  );
  return onHand;
}

/** Variants of which more is wanted than is left, with what is left. */
export function findShortages(writer: Writer, wanted: Wanted): Map<Variant, number> {
  const short = new Map<Variant, number>();
  for (const [variant, quantity] of wanted) {
    const left = catchUp(writer, variant);
    if (left !== null && left < quantity && !variant.sellsBeyondStock) short.set(variant, left);
  }
  return short;
}

/**
 * Takes an order's pieces, of what is counted, and notes that it has them.
 *
 * @throws {Error} when there are not enough, which {@link findShortages} tells before
 */
export function takePieces(writer: Writer, orderId: number, wanted: Wanted): void {
  for (const [variant, quantity] of wanted) {
    if (catchUp(writer, variant) === null) continue;
    const isTaken = variant.sellsBeyondStock
      ? takeBeyondStock(writer, variant.id, quantity)
      : takeFromStock(writer, variant.id, quantity);
    if (!isTaken) throw new Error(`There are no ${quantity} pieces of variant ${variant.id}`);
    writer.run(
      "INSERT INTO order_pieces (order_id, variant_id, quantity) VALUES (?, ?, ?)",
      orderId,
      variant.id,
      quantity,
    );
  }
}

/** Puts back what an order has taken. What is owed is settled first. */
export function returnPieces(writer: Writer, orderId: number): void {
  const pieces = writer.all<{ id: number; quantity: number }>(
    "DELETE FROM order_pieces WHERE order_id = ? RETURNING variant_id AS id, quantity",
    orderId,
  );
  for (const { id, quantity } of pieces) {
    // The values on the right are those of before.
    writer.run(
      `UPDATE stock_levels SET on_hand = on_hand + max(0, ?1 - owed), owed = max(0, owed - ?1) WHERE variant_id = ?2`,
      quantity,
      id,
    );
  }
}

function takeFromStock(writer: Writer, variantId: number, quantity: number): boolean {
  const taken = writer.run(
    "UPDATE stock_levels SET on_hand = on_hand - ?1 WHERE variant_id = ?2 AND on_hand >= ?1",
    quantity,
    variantId,
  );
  return taken === 1;
}

function takeBeyondStock(writer: Writer, variantId: number, quantity: number): boolean {
  const taken = writer.run(
    `UPDATE stock_levels SET on_hand = max(0, on_hand - ?1), owed = owed + max(0, ?1 - on_hand) WHERE variant_id = ?2`,
    quantity,
    variantId,
  );
  return taken === 1;
}

/** Pieces that are held for buyers who are at the card processor. */
function heldPieces(reader: Reader, variantId: number): number {
  const row = reader.get<{ held: number }>(
    `SELECT coalesce(sum(quantity), 0) AS held FROM orders JOIN order_pieces ON order_id = id
       WHERE payment_status = 'awaiting-card' AND variant_id = ?`,
    variantId,
  );
  return row?.held ?? 0;
}
