import type { Money } from "@porchlight/protocol/money.ts";
import { createStore } from "../../lib/create-store.ts";

/** A line of the Storefront cart. `price` is for one piece. */
export type StorefrontLine = { id: string; variantId: string; quantity: number; price: Money; isOnSale: boolean };

/** The state of the Storefront cart, as the visible cart needs it. */
export type StorefrontState = {
  /**
   * `working`: changes are running. `in-step`: the Storefront cart has all local items that the store accepts.
   * `stuck`: the store cannot be reached or responded with an error. Another try follows automatically.
   */
  step: "working" | "in-step" | "stuck";
  /** Address of the checkout; absent while there is no Storefront cart. */
  checkoutUrl?: string;
  /** The Storefront cart's own time of its last change. */
  updatedAt?: string;
  lines: readonly StorefrontLine[];
  /** Quantities that the store rejected, by variant; 1 means that the item is sold out. */
  rejected: ReadonlyMap<string, number>;
};

/** State before the first response. */
export const UNKNOWN: StorefrontState = { step: "working", lines: [], rejected: new Map() };

/** The visible cart reads this state without loading the code of the Storefront cart. */
export const storefrontState = createStore<StorefrontState>(UNKNOWN);

/** Counts requests for the current state of the Storefront cart: when the cart opens, and at the checkout. */
export const refreshes = createStore(0);

/** Whether ordered items were removed from the local cart and the cart has not shown a notice about it. */
export const isOrderNoticeDue = createStore(false);

/** @returns the quantities by variant */
export function toQuantities(lines: readonly StorefrontLine[]): Record<string, number> {
  return Object.fromEntries(lines.map(({ variantId, quantity }) => [variantId, quantity]));
}
