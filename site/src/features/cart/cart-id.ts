/** Where hydrogen-react's CartProvider keeps the id of the Storefront cart. Source: docs/product.md §3. */
const STORAGE_KEY = "shopifyCartId";

/** The same where storage did not take it, for as long as the page lasts. */
let unkept: string | undefined;

/** The id of the Storefront cart to go on with. */
export function readCartId(): string | undefined {
  return readStored() ?? unkept;
}

/** The same, when it is not in storage, where CartProvider looks for it. */
export function readUnsavedCartId(): string | undefined {
  return readStored() ? undefined : unkept;
}

/** Keeps the id of a Storefront cart: CartProvider takes it for that of a finished one, or cannot store it. */
export function keepCartId(id: string): void {
  unkept = undefined;
  try {
    localStorage.setItem(STORAGE_KEY, id);
  } catch {
    unkept = id;
  }
}

/** Forgets an id that is not in storage; one that is there CartProvider throws away. */
export function forgetUnsavedCartId(): void {
  unkept = undefined;
}

/** An id that cannot be any is thrown away: asked for it, the store would only err. */
function readStored(): string | undefined {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored?.startsWith("gid://shopify/Cart/")) return stored;
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is forbidden here.
  }
  return undefined;
}
