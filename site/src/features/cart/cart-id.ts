import { local, readStored, writeStored } from "../../lib/storage.ts";

/** Where hydrogen-react's CartProvider stores the id of the Storefront cart. Source: docs/product.md §3. */
const STORAGE_KEY = "shopifyCartId";

/** The id that storage rejected; it lasts until the page is left. */
let unsaved: string | undefined;

/** @returns the id of the current Storefront cart */
export function readCartId(): string | undefined {
  return readStoredId() ?? unsaved;
}

/** @returns the id that CartProvider cannot find in storage */
export function readUnsavedCartId(): string | undefined {
  return readStoredId() ? undefined : unsaved;
}

/** Stores the id of a Storefront cart. CartProvider may have removed it, because it considered the cart finished. */
export function saveCartId(id: string): void {
  unsaved = writeStored(local, STORAGE_KEY, id) ? undefined : id;
}

/** Forgets an id that is only in memory. CartProvider itself removes a stored id. */
export function forgetUnsavedCartId(): void {
  unsaved = undefined;
}

/** Reads the stored id. Removes an invalid one, because the store would only respond with an error. */
function readStoredId(): string | undefined {
  const stored = readStored(local, STORAGE_KEY);
  if (stored?.startsWith("gid://shopify/Cart/")) return stored;
  writeStored(local, STORAGE_KEY, null);
  return undefined;
}
