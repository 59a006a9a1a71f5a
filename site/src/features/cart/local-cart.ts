import { local, readStored, writeStored } from "../../lib/storage.ts";
import { type CartItem, parseItem, parseList, toQuantity } from "./cart-item.ts";

/** A change of the local cart. An item is identified by the id of its variant. */
export type CartAction =
  | { type: "ADD_TO_CART"; item: CartItem }
  | { type: "REMOVE_FROM_CART"; ids: readonly string[] }
  | { type: "SET_QUANTITY"; id: string; quantity: number }
  /** Quantities by variant id; 0 removes an item. */
  | { type: "TAKE_QUANTITIES"; quantities: ReadonlyMap<string, number> };

/** The items in the order in which they were added. */
export type CartItems = readonly CartItem[];

/** Returns the same list if it already has the added item. Source: docs/product.md §4, local cart. */
export function cartReducer(items: CartItems, action: CartAction): CartItems {
  if (action.type === "ADD_TO_CART") {
    const { product, variantId } = action.item;
    const isThere = items.some((item) => item.product.id === product.id && item.variantId === variantId);
    return isThere ? items : [...items, action.item];
  }
  if (action.type === "REMOVE_FROM_CART") return items.filter((item) => !action.ids.includes(item.variantId));
  if (action.type === "SET_QUANTITY") {
    return items.map((item) =>
      item.variantId === action.id ? { ...item, quantity: toQuantity(action.quantity) } : item,
    );
  }
  return items.flatMap((item) => {
    const quantity = action.quantities.get(item.variantId) ?? item.quantity;
    return quantity === 0 ? [] : { ...item, quantity: toQuantity(quantity) };
  });
}

const STORAGE_KEY = "cart";
const EMPTY: CartItems = [];

let items = EMPTY;
/** The stored text of `items`. */
let text: string | null = null;
/** False while storage rejects the items. Then they last only until the page is left. */
let isStored = true;

/** Reads the stored items, which another tab may have changed. Returns the same list until something changes. */
export function readCart(): CartItems {
  const stored = readStored(local, STORAGE_KEY);
  if (isStored && stored !== undefined && stored !== text) {
    items = parseItems(stored);
    text = stored;
  }
  return items;
}

/** The cart in a finished page. */
export function emptyCart(): CartItems {
  return EMPTY;
}

/** Calls `onChange` after every change in this tab or another. Returns a function that ends this. */
export function watchCart(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // If there is no key, the whole storage was cleared.
    if (key === STORAGE_KEY || key === null) onChange();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

export function changeCart(action: CartAction): void {
  const before = readCart();
  items = cartReducer(before, action);
  if (items === before) return;
  text = JSON.stringify(items.map((item) => JSON.stringify(item)));
  isStored = writeStored(local, STORAGE_KEY, text);
  // The browser fires this event in other tabs only.
  dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEY }));
}

/** Adds an item, unless its product and variant are already in the cart. The Storefront cart follows. */
export function addToCart(item: CartItem): "added" | "already-in-cart" {
  const before = readCart();
  changeCart({ type: "ADD_TO_CART", item });
  if (readCart() === before) return "already-in-cart";
  // The visible cart works without that code. The checkout button reports the failure.
  followCart().catch(() => {});
  return "added";
}

/**
 * Loads the code of the Storefront cart, which then follows the local cart. If it already follows, it fetches the
 * current prices.
 *
 * @throws when the code cannot be loaded
 */
export async function followCart(): Promise<void> {
  const { startFollowing } = await import("./storefront-cart.tsx");
  startFollowing();
}

/** Parses the stored list. Each item is in the result once. */
function parseItems(stored: string | null): CartItems {
  try {
    const list: unknown = JSON.parse(stored ?? "[]");
    return parseList(list, parseItem).reduce(
      (parsed, item) => cartReducer(parsed, { type: "ADD_TO_CART", item }),
      EMPTY,
    );
  } catch {
    return EMPTY;
  }
}
