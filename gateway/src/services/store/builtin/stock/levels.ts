import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Variant } from "../catalogue/catalogue.ts";

/** Stored level of a variant: the last number of the owner that was applied, its day of counting, the pieces left. */
export type Level = { listed: number; counted: string | null; onHand: number };

/** Pieces of each variant in an order. */
export type Quantities = ReadonlyMap<Variant, number>;

const COLUMNS = "variant_id AS id, listed, counted, on_hand AS onHand";

/** Reads the levels of all variants, by variant id. */
export function readLevels(reader: Reader): Map<number, Level> {
  const rows = reader.all<Level & { id: number }>(`SELECT ${COLUMNS} FROM stock_levels`);
  return new Map(rows.map(({ id, ...level }) => [id, level]));
}

export function readLevel(reader: Reader, variantId: number): Level | undefined {
  const row = reader.get<Level & { id: number }>(`SELECT ${COLUMNS} FROM stock_levels WHERE variant_id = ?`, variantId);
  return row && { listed: row.listed, counted: row.counted, onHand: row.onHand };
}

/** Whether the owner's number was applied already. Removing only the day of counting has no effect. */
export function isApplied({ listedStock, countedAt }: Variant, level: Level | undefined): boolean {
  if (!level) return listedStock === null;
  return level.listed === listedStock && (countedAt === null || countedAt === level.counted);
}

/**
 * Applies the owner's number if it or its day has changed, minus the pieces held for pending card payments.
 *
 * @returns pieces left; null if stock is not counted
 */
export function applyListedStock(writer: Writer, variant: Variant): number | null {
  if (variant.listedStock === null) {
    writer.run("DELETE FROM stock_levels WHERE variant_id = ?", variant.id);
    return null;
  }
  const known = readLevel(writer, variant.id);
  if (known && isApplied(variant, known)) return known.onHand;
  const free = variant.listedStock - countHeldPieces(writer, variant.id);
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

/** Finds variants with too little stock. @returns the pieces left of each */
export function findShortages(writer: Writer, quantities: Quantities): Map<Variant, number> {
  const short = new Map<Variant, number>();
  for (const [variant, quantity] of quantities) {
    const left = applyListedStock(writer, variant);
    if (left !== null && left < quantity && !variant.sellsBeyondStock) short.set(variant, left);
  }
  return short;
}

/**
 * Subtracts an order's pieces from the stock, if it is counted, and records them.
 *
 * @throws {Error} when there are too few; call {@link findShortages} first
 */
export function takePieces(writer: Writer, orderId: number, quantities: Quantities): void {
  for (const [variant, quantity] of quantities) {
    if (applyListedStock(writer, variant) === null) continue;
    const isTaken = variant.sellsBeyondStock
      ? takeBeyondStock(writer, variant.id, quantity)
      : takeFromStock(writer, variant.id, quantity);
    if (!isTaken) throw new Error(`There are fewer than ${quantity} pieces of variant ${variant.id}`);
    writer.run(
      "INSERT INTO order_pieces (order_id, variant_id, quantity) VALUES (?, ?, ?)",
      orderId,
      variant.id,
      quantity,
    );
  }
}

/** Returns an order's pieces to stock. They cover a shortage first. */
export function returnPieces(writer: Writer, orderId: number): void {
  const pieces = writer.all<{ id: number; quantity: number }>(
    "DELETE FROM order_pieces WHERE order_id = ? RETURNING variant_id AS id, quantity",
    orderId,
  );
  for (const { id, quantity } of pieces) {
    // SQLite reads the values on the right before the update.
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

/** Pieces held for pending card payments. */
function countHeldPieces(reader: Reader, variantId: number): number {
  const row = reader.get<{ held: number }>(
    `SELECT coalesce(sum(quantity), 0) AS held FROM orders JOIN order_pieces ON order_id = id
       WHERE payment_status = 'awaiting-card' AND variant_id = ?`,
    variantId,
  );
  return row?.held ?? 0;
}
