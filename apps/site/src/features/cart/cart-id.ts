/** Where hydrogen-react's CartProvider keeps the id of the Storefront cart. Source: docs/product.md §3. */
const STORAGE_KEY = "shopifyCartId";

/** The kept id of a Storefront cart. One that cannot be any is thrown away: asked for it, the store would only err. */
export function readCartId(): string | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    if (kept?.startsWith("gid://shopify/Cart/")) return kept;
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is forbidden here; each page has a Storefront cart of its own then.
  }
  return undefined;
}

/** Keeps an id again that CartProvider took for that of a finished cart. */
export function keepCartId(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id);
  } catch {
    // As above.
  }
}
