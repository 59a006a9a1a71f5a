import { readCheckout } from "./checkout-note.ts";
import { followCart, readCart } from "./local-cart.ts";

export function countPieces(): number {
  return readCart().reduce((sum, item) => sum + item.quantity, 0);
}

/** Starts a visit: counts the items in the cart, and checks whether a noted checkout became an order. */
export function beginVisit(): number {
  // If the code does not load, the next visit tries again.
  if (readCheckout()) followCart().catch(() => {});
  return countPieces();
}
