import type { Money } from "@porchlight/protocol/money.ts";
import { createStore } from "../../lib/create-store.ts";

/** A line of the Storefront cart with the present price of a piece. */
export type StorefrontLine = { id: string; variantId: string; quantity: number; price: Money; isOnSale: boolean };

/** What the visible cart may know of the Storefront cart that follows it. */
export type StorefrontState = {
  /**
   * `working`: it is being brought in step. `in-step`: it holds all of the local cart that the store would take.
   * `stuck`: the store could not be reached or had trouble of its own; another try follows by itself.
   */
  step: "working" | "in-step" | "stuck";
  /** Where the cart is bought; absent while there is no Storefront cart. */
  checkoutUrl?: string;
  /** When the Storefront cart was changed last, as it says itself. */
  updatedAt?: string;
  lines: readonly StorefrontLine[];
  /** Quantities that the store would not take, by variant; where it would not take one, there is none. */
  refused: ReadonlyMap<string, number>;
};

/** What is known before the Storefront cart was asked for. */
export const UNKNOWN: StorefrontState = { step: "working", lines: [], refused: new Map() };

/** State of the Storefront cart, kept apart from its code, which the visible cart does without. */
export const storefrontState = createStore<StorefrontState>(UNKNOWN);

/** Counts how often somebody asked for the Storefront cart's present state: when the cart opens, at the checkout. */
export const asks = createStore(0);

/** Whether items have left the local cart because they were ordered, and the cart was not open since to say so. */
export const isOrderToBeTold = createStore(false);

/** How many of each variant lines hold. */
export function quantitiesOf(lines: readonly StorefrontLine[]): Record<string, number> {
  return Object.fromEntries(lines.map(({ variantId, quantity }) => [variantId, quantity]));
}
