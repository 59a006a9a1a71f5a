import type { CartItems } from "./local-cart.ts";
import { quantitiesOf, type StorefrontLine } from "./storefront-state.ts";

/** One change of the Storefront cart, as its mutations take it. */
export type Change =
  | { type: "add"; lines: { merchandiseId: string; quantity: number }[] }
  | { type: "update"; lines: { id: string; quantity: number; merchandiseId: string }[] }
  | { type: "remove"; ids: string[] };

/** Most lines of a Storefront cart that are read at once, so most that can be followed. Source: docs/product.md §9. */
const LINES_MAX = 250;

/** What the local cart wants: quantities by variant. */
export function wishesOf(items: CartItems): Map<string, number> {
  return new Map(items.map((item) => [item.variantId, item.quantity]));
}

/** Wishes of which no store would take a single piece: an id that is none, or one item too many. */
export function impossibleOf(items: CartItems): Map<string, number> {
  const isImpossible = ({ variantId }: { variantId: string }, index: number) =>
    index >= LINES_MAX || !/^gid:\/\/shopify\/ProductVariant\/\d+$/.test(variantId);
  return new Map(items.filter(isImpossible).map((item) => [item.variantId, 1]));
}

/**
 * The next change that brings the Storefront cart nearer to what is wanted; undefined when they are in step.
 *
 * @param refused wishes that are not to be tried again; of what was refused as one piece, no more are
 * @param isSingly whether a change may name one line only, so that a refusal tells which
 */
export function nextChange(
  wishes: ReadonlyMap<string, number>,
  lines: readonly StorefrontLine[],
  refused: ReadonlyMap<string, number>,
  isSingly: boolean,
): Change | undefined {
  const unwanted = lines.filter((line) => !wishes.has(line.variantId));
  if (unwanted.length > 0) return { type: "remove", ids: unwanted.map((line) => line.id) };

  const atOnce = isSingly ? 1 : LINES_MAX;
  const isOpen = (variantId: string, quantity: number) => refused.get(variantId) !== quantity;
  const changed = lines.flatMap(({ id, variantId, quantity }) => {
    const wish = wishes.get(variantId) ?? quantity;
    return wish !== quantity && isOpen(variantId, wish) ? [{ id, quantity: wish, merchandiseId: variantId }] : [];
  });
  if (changed.length > 0) return { type: "update", lines: changed.slice(0, atOnce) };

  const held = new Set(lines.map((line) => line.variantId));
  const missing = [...wishes].flatMap(([merchandiseId, wish]) => {
    if (held.has(merchandiseId) || refused.get(merchandiseId) === 1) return [];
    // One piece tells whether there are too few or none.
    return [{ merchandiseId, quantity: isOpen(merchandiseId, wish) ? wish : 1 }];
  });
  return missing.length > 0 ? { type: "add", lines: missing.slice(0, atOnce) } : undefined;
}

/**
 * What the checkout has made of quantities that were in step when one went there, by variant, 0 of what was taken out
 * there. An item that was changed in the local cart since is left out: that was the later word.
 *
 * @param before the quantities that one went there with
 */
export function leftAtCheckout(
  items: CartItems,
  lines: readonly StorefrontLine[],
  before: Readonly<Record<string, number>>,
): Map<string, number> {
  const held = quantitiesOf(lines);
  const changed = items.flatMap(({ variantId, quantity }): [string, number][] => {
    const left = held[variantId] ?? 0;
    return before[variantId] === quantity && left !== quantity ? [[variantId, left]] : [];
  });
  return new Map(changed);
}

/** What of a change that was answered without an error did not come to be. More of an added item is no refusal. */
export function missedOf(change: Change, lines: readonly StorefrontLine[]): { variantId: string; quantity: number }[] {
  if (change.type === "remove") return [];
  return change.lines.flatMap(({ merchandiseId, quantity }) => {
    const held = lines.find((line) => line.variantId === merchandiseId)?.quantity ?? 0;
    const isMissed = change.type === "add" ? held < quantity : held !== quantity;
    return isMissed ? [{ variantId: merchandiseId, quantity }] : [];
  });
}
