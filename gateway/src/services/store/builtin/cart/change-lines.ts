import { randomUUID } from "node:crypto";
import type { CatalogueSnapshot, Variant } from "../catalogue/catalogue.ts";
import type { Attribute, CartLine } from "../model/cart.ts";
import { GOODS_MAX, sumPrices } from "../pricing/lines.ts";
import type { Stock } from "../stock/stock.ts";
import {
  areAttributesValid,
  LINE_ATTRIBUTES_MAX_LENGTH,
  LINE_QUANTITY_MAX,
  LINES_MAX,
  measureAttributes,
} from "./limits.ts";

/** A line to add. */
export type NewLine = { variantId: number | undefined; quantity: number; attributes: Attribute[] };

/**
 * A change of a line; absent fields stay as they are. If `variantId` is present but undefined, the client sent an id
 * that names no variant, as in {@link NewLine}.
 */
export type LineChange = { id: string; variantId?: number | undefined; quantity?: number; attributes?: Attribute[] };

/**
 * Why a line could not be stored. `at` is the index in the request's lines.
 * `no-such-variant`: the variant is not on sale. `bad-quantity`: below 1 (below 0 for a change), or above 1,000,000.
 * `not-enough`: fewer are in stock. `no-such-line`: the line to change or remove does not exist. `too-many-lines`: above
 * 1,000. `bad-attributes`: more than 50, or a key or value above 500 characters.
 */
export type LineError =
  | {
      at: number;
      reason: "no-such-variant" | "bad-quantity" | "not-enough" | "no-such-line" | "too-many-lines" | "bad-attributes";
    }
  /** More pieces of a variant than one order may have. `most` is the limit. */
  | { at: number; reason: "above-per-order"; most: number };

/** The data against which lines are checked. */
export type LineContext = { snapshot: CatalogueSnapshot; stock: Stock };

type SimpleReason = Exclude<LineError["reason"], "above-per-order">;

/** Lines after a change. Lines with errors must not be stored. */
export type ChangedLines = { lines: CartLine[]; errors: LineError[] };

/** Adds lines. If an existing line has the same variant and attributes, its quantity grows instead. */
export function addLines(present: readonly CartLine[], added: readonly NewLine[], context: LineContext): ChangedLines {
  const lines = present.map((line) => ({ ...line }));
  const errors: LineError[] = [];
  const pieces = countPieces(lines);
  const byGoods = indexLines(lines);

  for (const [at, { variantId, quantity, attributes }] of added.entries()) {
    const variant = variantId === undefined ? undefined : context.snapshot.variantById(variantId);
    const goods = goodsKey({ variantId, attributes });
    const same = byGoods.get(goods);
    const reason = checkAdded({ variant, quantity, attributes, same });
    if (reason || !variant) {
      errors.push({ at, reason: reason ?? "no-such-variant" });
      continue;
    }
    const wanted = (pieces.get(variant.id) ?? 0) + quantity;
    pieces.set(variant.id, wanted);
    const stockError = checkStock(variant, wanted, context.stock);
    if (stockError) errors.push({ at, ...stockError });
    if (same) {
      same.quantity += quantity;
      continue;
    }
    const line = { id: randomUUID(), variantId: variant.id, quantity, attributes };
    lines.push(line);
    byGoods.set(goods, line);
  }
  errors.push(...checkTotals(lines, context.snapshot, added.length - 1));
  return { lines, errors };
}

/**
 * Changes lines; quantity 0 removes a line. A line that gets the variant and the attributes of another is merged into
 * it. A smaller quantity is always accepted, even if the stock does not cover it.
 */
export function updateLines(
  present: readonly CartLine[],
  changes: readonly LineChange[],
  context: LineContext,
): ChangedLines {
  const lines = new Map(present.map((line) => [line.id, { ...line }]));
  const byGoods = indexLines(lines.values());
  const errors: LineError[] = [];
  for (const [at, change] of changes.entries()) {
    const line = lines.get(change.id);
    const reason = line ? checkChange(line, change, context.snapshot) : "no-such-line";
    if (reason || !line) {
      errors.push({ at, reason: reason ?? "no-such-line" });
      continue;
    }
    const same = applyChange(lines, byGoods, line, change);
    if (same && same.quantity > LINE_QUANTITY_MAX) errors.push({ at, reason: "bad-quantity" });
  }

  const changed = [...lines.values()];
  errors.push(...checkAddedPieces(present, changed, changes, context));
  errors.push(...checkTotals(changed, context.snapshot, changes.length - 1));
  return { lines: changed, errors };
}

export function removeLines(present: readonly CartLine[], ids: readonly string[]): ChangedLines {
  const known = new Set(present.map(({ id }) => id));
  const removed = new Set(ids);
  return {
    lines: present.filter(({ id }) => !removed.has(id)),
    errors: ids.flatMap((id, at): LineError[] => (known.has(id) ? [] : [{ at, reason: "no-such-line" }])),
  };
}

function checkAdded(added: {
  variant: unknown;
  quantity: number;
  attributes: readonly Attribute[];
  same: CartLine | undefined;
}): SimpleReason | undefined {
  const { variant, quantity, attributes, same } = added;
  if (variant === undefined) return "no-such-variant";
  if (!isQuantity(quantity, 1) || (same?.quantity ?? 0) + quantity > LINE_QUANTITY_MAX) return "bad-quantity";
  if (!areAttributesValid(attributes)) return "bad-attributes";
  return undefined;
}

function checkChange(line: CartLine, change: LineChange, snapshot: CatalogueSnapshot): SimpleReason | undefined {
  if (change.quantity !== undefined && !isQuantity(change.quantity, 0)) return "bad-quantity";
  if (change.quantity === 0) return undefined;
  if ("variantId" in change && change.variantId === undefined) return "no-such-variant";
  if (snapshot.variantById(change.variantId ?? line.variantId) === undefined) return "no-such-variant";
  if (change.attributes && !areAttributesValid(change.attributes)) return "bad-attributes";
  return undefined;
}

/** Finds the changes that raise the quantity of a variant above what stock or the limit per order allows. */
function checkAddedPieces(
  present: readonly CartLine[],
  changed: readonly CartLine[],
  changes: readonly LineChange[],
  { snapshot, stock }: LineContext,
): LineError[] {
  const before = countPieces(present);
  const after = countPieces(changed);
  const variantOf = new Map(present.map(({ id, variantId }) => [id, variantId]));
  return changes.flatMap(({ id, variantId = variantOf.get(id) }, at): LineError[] => {
    const variant = variantId === undefined ? undefined : snapshot.variantById(variantId);
    if (!variant) return [];
    const wanted = after.get(variant.id) ?? 0;
    const isMore = wanted > (before.get(variant.id) ?? 0);
    const stockError = isMore && checkStock(variant, wanted, stock);
    return stockError ? [{ at, ...stockError }] : [];
  });
}

/** Checks a quantity against stock and the limit per order. If both are exceeded, the error names the lower limit. */
function checkStock(
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

/** Checks all lines together; an error names the last entry of the change. */
function checkTotals(lines: readonly CartLine[], snapshot: CatalogueSnapshot, at: number): LineError[] {
  if (lines.length > LINES_MAX) return [{ at, reason: "too-many-lines" }];
  if (sumPrices(lines, snapshot) > GOODS_MAX) return [{ at, reason: "bad-quantity" }];
  if (measureAttributes(lines) > LINE_ATTRIBUTES_MAX_LENGTH) return [{ at, reason: "bad-attributes" }];
  return [];
}

/** @returns the line that the changed line was merged into, if there is one */
function applyChange(
  lines: Map<string, CartLine>,
  byGoods: Map<string, CartLine>,
  line: CartLine,
  change: LineChange,
): CartLine | undefined {
  const isOther = change.variantId !== undefined || change.attributes !== undefined;
  if (isOther || change.quantity === 0) byGoods.delete(goodsKey(line));
  line.variantId = change.variantId ?? line.variantId;
  line.quantity = change.quantity ?? line.quantity;
  line.attributes = change.attributes ?? line.attributes;
  if (line.quantity === 0) {
    lines.delete(line.id);
    return undefined;
  }
  if (!isOther) return undefined;
  const goods = goodsKey(line);
  const same = byGoods.get(goods);
  if (same) {
    same.quantity += line.quantity;
    lines.delete(line.id);
  } else byGoods.set(goods, line);
  return same;
}

/** Indexes lines, so that each of a thousand lines is found without searching the others. */
function indexLines(lines: Iterable<CartLine>): Map<string, CartLine> {
  const byGoods = new Map<string, CartLine>();
  for (const line of lines) byGoods.set(goodsKey(line), line);
  return byGoods;
}

/** Key for the variant and the attributes of a line; the order of the attributes does not matter. */
function goodsKey({ variantId, attributes }: Pick<NewLine, "variantId" | "attributes">): string {
  return JSON.stringify([variantId, ...attributes.map(({ key, value }) => JSON.stringify([key, value])).sort()]);
}

function countPieces(lines: readonly CartLine[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { variantId, quantity } of lines) pieces.set(variantId, (pieces.get(variantId) ?? 0) + quantity);
  return pieces;
}

function isQuantity(quantity: number, least: number): boolean {
  return Number.isInteger(quantity) && quantity >= least && quantity <= LINE_QUANTITY_MAX;
}
