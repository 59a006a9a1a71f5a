import { randomUUID } from "node:crypto";
import type { CatalogueSnapshot, Variant } from "../catalogue/catalogue.ts";
import { costOf, GOODS_MAX } from "../pricing/lines.ts";
import type { Stock } from "../stock/contract.ts";
import type { Attribute, CartLine } from "./basket.ts";
import type { LineChange, LineRefusal, NewLine } from "./carts.ts";
import {
  areAttributesFine,
  LINE_ATTRIBUTES_MAX_LENGTH,
  LINES_MAX,
  lengthOfAttributes,
  QUANTITY_MAX,
} from "./limits.ts";

/** What lines are checked against. */
export type Shelf = { snapshot: CatalogueSnapshot; stock: Stock };

/** A reason that needs no number beside it. */
type SimpleReason = Exclude<LineRefusal["reason"], "above-per-order">;

/** Lines after a change. Where anything was refused they are not to be stored. */
export type ChangedLines = { lines: CartLine[]; refusals: LineRefusal[] };

/** Adds lines; one with the variant and the attributes of another becomes part of it. */
export function addLines(present: readonly CartLine[], added: readonly NewLine[], shelf: Shelf): ChangedLines {
  const lines = present.map((line) => ({ ...line }));
  const refusals: LineRefusal[] = [];
  const pieces = countPieces(lines);
  const byGoods = linesByGoods(lines);

  for (const [at, { variantId, quantity, attributes }] of added.entries()) {
    const variant = variantId === undefined ? undefined : shelf.snapshot.variantById(variantId);
    const goods = goodsOf({ variantId, attributes });
    const same = byGoods.get(goods);
    const reason = refuseAdded({ variant, quantity, attributes, same });
    if (reason || !variant) {
      refusals.push({ at, reason: reason ?? "no-such-variant" });
      continue;
    }
    const wanted = (pieces.get(variant.id) ?? 0) + quantity;
    pieces.set(variant.id, wanted);
    const pieceRefusal = refusePieces(variant, wanted, shelf.stock);
    if (pieceRefusal) refusals.push({ at, ...pieceRefusal });
    if (same) {
      same.quantity += quantity;
      continue;
    }
    const line = { id: randomUUID(), variantId: variant.id, quantity, attributes };
    lines.push(line);
    byGoods.set(goods, line);
  }
  refusals.push(...refuseWhole(lines, shelf.snapshot, added.length - 1));
  return { lines, refusals };
}

/**
 * Changes lines; quantity 0 removes one. A line that comes to be as another goes into that one. Fewer pieces than are
 * left are never refused, also when even those are more than can be had.
 */
export function updateLines(present: readonly CartLine[], changes: readonly LineChange[], shelf: Shelf): ChangedLines {
  const lines = new Map(present.map((line) => [line.id, { ...line }]));
  const byGoods = linesByGoods(lines.values());
  const refusals: LineRefusal[] = [];
  for (const [at, change] of changes.entries()) {
    const line = lines.get(change.id);
    const reason = line ? refuseChange(line, change, shelf.snapshot) : "no-such-line";
    if (reason || !line) {
      refusals.push({ at, reason: reason ?? "no-such-line" });
      continue;
    }
    const same = applyChange(lines, byGoods, line, change);
    if (same && same.quantity > QUANTITY_MAX) refusals.push({ at, reason: "bad-quantity" });
  }

  const changed = [...lines.values()];
  refusals.push(...refuseMorePieces(present, changed, changes, shelf));
  refusals.push(...refuseWhole(changed, shelf.snapshot, changes.length - 1));
  return { lines: changed, refusals };
}

/** Removes lines. */
export function removeLines(present: readonly CartLine[], ids: readonly string[]): ChangedLines {
  const known = new Set(present.map(({ id }) => id));
  const removed = new Set(ids);
  return {
    lines: present.filter(({ id }) => !removed.has(id)),
    refusals: ids.flatMap((id, at): LineRefusal[] => (known.has(id) ? [] : [{ at, reason: "no-such-line" }])),
  };
}

function refuseAdded(added: {
  variant: unknown;
  quantity: number;
  attributes: readonly Attribute[];
  same: CartLine | undefined;
}): SimpleReason | undefined {
  const { variant, quantity, attributes, same } = added;
  if (variant === undefined) return "no-such-variant";
  if (!isQuantity(quantity, 1) || (same?.quantity ?? 0) + quantity > QUANTITY_MAX) return "bad-quantity";
  if (!areAttributesFine(attributes)) return "bad-attributes";
  return undefined;
}

function refuseChange(line: CartLine, change: LineChange, snapshot: CatalogueSnapshot): SimpleReason | undefined {
  if (change.quantity !== undefined && !isQuantity(change.quantity, 0)) return "bad-quantity";
  if (change.quantity === 0) return undefined;
  if ("variantId" in change && change.variantId === undefined) return "no-such-variant";
  if (snapshot.variantById(change.variantId ?? line.variantId) === undefined) return "no-such-variant";
  if (change.attributes && !areAttributesFine(change.attributes)) return "bad-attributes";
  return undefined;
}

/** Names the changes by which more pieces of a variant are wanted than before, and than can be had. */
function refuseMorePieces(
  present: readonly CartLine[],
  changed: readonly CartLine[],
  changes: readonly LineChange[],
  { snapshot, stock }: Shelf,
): LineRefusal[] {
  const before = countPieces(present);
  const after = countPieces(changed);
  const variantOf = new Map(present.map(({ id, variantId }) => [id, variantId]));
  return changes.flatMap(({ id, variantId = variantOf.get(id) }, at): LineRefusal[] => {
    const variant = variantId === undefined ? undefined : snapshot.variantById(variantId);
    if (!variant) return [];
    const wanted = after.get(variant.id) ?? 0;
    const isMore = wanted > (before.get(variant.id) ?? 0);
    const pieceRefusal = isMore && refusePieces(variant, wanted, stock);
    return pieceRefusal ? [{ at, ...pieceRefusal }] : [];
  });
}

/** Says what stands against so many pieces of a variant. Where both do, the reason is the smaller number. */
function refusePieces(
  variant: Variant,
  wanted: number,
  stock: Stock,
): { reason: "not-enough" } | { reason: "above-per-order"; most: number } | undefined {
  const { perOrder } = variant;
  if (perOrder !== null && wanted > perOrder && stock.covers(variant, perOrder + 1)) {
    return { reason: "above-per-order", most: perOrder };
  }
  return stock.covers(variant, wanted) ? undefined : { reason: "not-enough" };
}

/** Refuses the last entry of a change by which a basket grows beyond what one may be. */
function refuseWhole(lines: readonly CartLine[], snapshot: CatalogueSnapshot, at: number): LineRefusal[] {
  if (lines.length > LINES_MAX) return [{ at, reason: "too-many-lines" }];
  if (costOf(lines, snapshot) > GOODS_MAX) return [{ at, reason: "bad-quantity" }];
  if (lengthOfAttributes(lines) > LINE_ATTRIBUTES_MAX_LENGTH) return [{ at, reason: "bad-attributes" }];
  return [];
}

/** @returns the line that the changed one went into, if there was one like it */
function applyChange(
  lines: Map<string, CartLine>,
  byGoods: Map<string, CartLine>,
  line: CartLine,
  change: LineChange,
): CartLine | undefined {
  const isOther = change.variantId !== undefined || change.attributes !== undefined;
  if (isOther || change.quantity === 0) byGoods.delete(goodsOf(line));
  line.variantId = change.variantId ?? line.variantId;
  line.quantity = change.quantity ?? line.quantity;
  line.attributes = change.attributes ?? line.attributes;
  if (line.quantity === 0) {
    lines.delete(line.id);
    return undefined;
  }
  if (!isOther) return undefined;
  const goods = goodsOf(line);
  const same = byGoods.get(goods);
  if (same) {
    same.quantity += line.quantity;
    lines.delete(line.id);
  } else byGoods.set(goods, line);
  return same;
}

/** Lines by what they are of, so that a line is found among a thousand without comparing it with each. */
function linesByGoods(lines: Iterable<CartLine>): Map<string, CartLine> {
  const byGoods = new Map<string, CartLine>();
  for (const line of lines) byGoods.set(goodsOf(line), line);
  return byGoods;
}

/** The variant and the attributes of a line, in whatever order these stand. */
function goodsOf({ variantId, attributes }: Pick<NewLine, "variantId" | "attributes">): string {
  return JSON.stringify([variantId, ...attributes.map(({ key, value }) => JSON.stringify([key, value])).sort()]);
}

function countPieces(lines: readonly CartLine[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { variantId, quantity } of lines) pieces.set(variantId, (pieces.get(variantId) ?? 0) + quantity);
  return pieces;
}

function isQuantity(quantity: number, least: number): boolean {
  return Number.isInteger(quantity) && quantity >= least && quantity <= QUANTITY_MAX;
}
