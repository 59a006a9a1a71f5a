import { asQuantity, type CartItem, listOf, readItem } from "./cart-item.ts";
import { followCart } from "./follow.ts";

/** What can be done to the local cart. An item is named by the id of its variant. */
export type CartAction =
  | { type: "ADD_TO_CART"; item: CartItem }
  | { type: "REMOVE_FROM_CART"; ids: readonly string[] }
  | { type: "SET_QUANTITY"; id: string; quantity: number }
  /** Several at once, by variant; 0 removes one. */
  | { type: "TAKE_QUANTITIES"; quantities: ReadonlyMap<string, number> };

/** The visible cart, in the order in which it was filled. */
export type CartItems = readonly CartItem[];

/**
 * The list after an action; the very same list when the action is refused, as for an item that is in it already.
 * Source: docs/product.md §4, local cart.
 */
export function cartReducer(items: CartItems, action: CartAction): CartItems {
  if (action.type === "ADD_TO_CART") {
    const { product, variantId } = action.item;
    const isThere = items.some((item) => item.product.id === product.id && item.variantId === variantId);
    return isThere ? items : [...items, action.item];
  }
  if (action.type === "REMOVE_FROM_CART") return items.filter((item) => !action.ids.includes(item.variantId));
  if (action.type === "SET_QUANTITY") {
    return items.map((item) =>
      item.variantId === action.id ? { ...item, quantity: asQuantity(action.quantity) } : item,
    );
  }
  return items.flatMap((item) => {
    const quantity = action.quantities.get(item.variantId) ?? item.quantity;
    return quantity === 0 ? [] : { ...item, quantity: asQuantity(quantity) };
  });
}

const STORAGE_KEY = "cart";
const EMPTY: CartItems = [];

let items = EMPTY;
/** The text in storage that `items` was read from or written as. */
let text: string | null = null;
/** Whether storage took what we last wrote; as long as it does not, the items live here alone. */
let isStored = true;

/**
 * The items as storage has them, so as another tab may have left them; what cannot be read of them is left out.
 * The same list until something changes.
 */
export function readCart(): CartItems {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    if (isStored && kept !== text) {
      items = itemsOf(kept);
      text = kept;
    }
  } catch {
    // Storage is forbidden here.
  }
  return items;
}

/** What a finished page shows of the cart before the browser has read it: nothing. */
export function emptyCart(): CartItems {
  return EMPTY;
}

/** Calls back after every change of the local cart, in this tab or another, until the returned function is called. */
export function watchCart(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key all of the storage was cleared.
    if (key === STORAGE_KEY || key === null) onChange();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** Does something to the local cart and keeps it. Without storage it lasts until the page is left. */
export function changeCart(action: CartAction): void {
  const before = readCart();
  items = cartReducer(before, action);
  if (items === before) return;
  text = JSON.stringify(items.map((item) => JSON.stringify(item)));
  try {
    localStorage.setItem(STORAGE_KEY, text);
    isStored = true;
  } catch {
    isStored = false;
  }
  // Browsers tell the other tabs; what watches here hears of it the same way.
  dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEY }));
}

/** Puts an item into the cart, unless its product and variant are in it already. The Storefront cart follows. */
export function addToCart(item: CartItem): "added" | "already-in-cart" {
  const before = readCart();
  changeCart({ type: "ADD_TO_CART", item });
  if (readCart() === before) return "already-in-cart";
  // The visible cart does without; whoever goes to the checkout hears of it.
  followCart().catch(() => {});
  return "added";
}

/** Reads the kept list, each item once. */
function itemsOf(kept: string | null): CartItems {
  try {
    const list: unknown = JSON.parse(kept ?? "[]");
    return listOf(list, readItem).reduce((read, item) => cartReducer(read, { type: "ADD_TO_CART", item }), EMPTY);
  } catch {
    return EMPTY;
  }
}
