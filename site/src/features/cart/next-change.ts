import type { CartItems } from "./local-cart.ts";
import { type StorefrontLine, toQuantities } from "./storefront-state.ts";

/** One change of the Storefront cart, in the form that its mutations need. */
export type Change =
  | { type: "add"; lines: { merchandiseId: string; quantity: number }[] }
  | { type: "update"; lines: { id: string; quantity: number; merchandiseId: string }[] }
  | { type: "remove"; ids: string[] };

/** Most lines in a Storefront cart's response, and thus most items that it can follow. Source: docs/product.md §9. */
const FOLLOWED_LINES_MAX = 250;

/** @returns the quantities of the local cart by variant */
export function wantedQuantities(items: CartItems): Map<string, number> {
  return new Map(items.map((item) => [item.variantId, item.quantity]));
}

/**
 * @returns the items that every store rejects, each with a quantity of 1: invalid ids, and items beyond
 *   {@link FOLLOWED_LINES_MAX}
 */
export function findImpossible(items: CartItems): Map<string, number> {
  const isImpossible = ({ variantId }: { variantId: string }, index: number) =>
    index >= FOLLOWED_LINES_MAX || !/^gid:\/\/shopify\/ProductVariant\/\d+$/.test(variantId);
  return new Map(items.filter(isImpossible).map((item) => [item.variantId, 1]));
}

/**
 * Finds the next change that brings the Storefront cart towards the wanted quantities; undefined when they are in step.
 *
 * @param rejected quantities not to try again; if one piece was rejected, no quantity is tried
 * @param isSingle whether the change may have only one line, so that a rejection concerns this line
 */
export function nextChange(
  wanted: ReadonlyMap<string, number>,
  lines: readonly StorefrontLine[],
  rejected: ReadonlyMap<string, number>,
  isSingle: boolean,
): Change | undefined {
  const unwanted = lines.filter((line) => !wanted.has(line.variantId));
  if (unwanted.length > 0) return { type: "remove", ids: unwanted.map((line) => line.id) };

  const atOnce = isSingle ? 1 : FOLLOWED_LINES_MAX;
  const canTry = (variantId: string, quantity: number) => rejected.get(variantId) !== quantity;
  const changed = lines.flatMap(({ id, variantId, quantity }) => {
    const next = wanted.get(variantId) ?? quantity;
    return next !== quantity && canTry(variantId, next) ? [{ id, quantity: next, merchandiseId: variantId }] : [];
  });
  if (changed.length > 0) return { type: "update", lines: changed.slice(0, atOnce) };

  const held = new Set(lines.map((line) => line.variantId));
  const missing = [...wanted].flatMap(([merchandiseId, quantity]) => {
    if (held.has(merchandiseId) || rejected.get(merchandiseId) === 1) return [];
    // One piece shows whether the item is sold out or there are too few.
    return [{ merchandiseId, quantity: canTry(merchandiseId, quantity) ? quantity : 1 }];
  });
  return missing.length > 0 ? { type: "add", lines: missing.slice(0, atOnce) } : undefined;
}

/**
 * Finds the quantities that the visitor changed at the checkout, by variant; 0 means removed. Leaves out items that
 * changed in the local cart since then, because that change is the later one.
 *
 * @param before the quantities when the visitor went to the checkout
 */
export function findCheckoutChanges(
  items: CartItems,
  lines: readonly StorefrontLine[],
  before: Readonly<Record<string, number>>,
): Map<string, number> {
  const held = toQuantities(lines);
  const changed = items.flatMap(({ variantId, quantity }): [string, number][] => {
    const present = held[variantId] ?? 0;
    return before[variantId] === quantity && present !== quantity ? [[variantId, present]] : [];
  });
  return new Map(changed);
}

/** @returns the lines that a change did not apply, although it had no error; more than requested counts as applied */
export function findMissed(
  change: Change,
  lines: readonly StorefrontLine[],
): { variantId: string; quantity: number }[] {
  if (change.type === "remove") return [];
  return change.lines.flatMap(({ merchandiseId, quantity }) => {
    const held = lines.find((line) => line.variantId === merchandiseId)?.quantity ?? 0;
    const isMissed = change.type === "add" ? held < quantity : held !== quantity;
    return isMissed ? [{ variantId: merchandiseId, quantity }] : [];
  });
}
