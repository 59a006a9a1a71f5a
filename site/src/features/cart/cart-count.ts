import { followCart, readCheckout } from "./follow.ts";
import { readCart } from "./local-cart.ts";

/** How many pieces are in the local cart. */
export function countPieces(): number {
  return readCart().reduce((sum, item) => sum + item.quantity, 0);
}

/** Begins a visit with something in the cart: counts it, and looks what became of a checkout. */
export function beginVisit(): number {
  // Should the code not load, the next visit looks again.
  if (readCheckout()) followCart().catch(() => {});
  return countPieces();
}
