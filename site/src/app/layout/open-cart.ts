const OPEN_EVENT = "cart-open";

/** Opens the cart of the page, from wherever something was said about it. */
export function openCart(): void {
  dispatchEvent(new Event(OPEN_EVENT));
}

/** Calls back whenever the cart is to be opened, until the answer is called. */
export function onOpenCart(open: () => void): () => void {
  addEventListener(OPEN_EVENT, open);
  return () => removeEventListener(OPEN_EVENT, open);
}
