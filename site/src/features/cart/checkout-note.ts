import { local, readStored, writeStored } from "../../lib/storage.ts";

/** While this item is stored, each visit checks whether the noted checkout became an order. */
const STORAGE_KEY = "cartCheckout";

/** The note that storage rejected; it lasts until the page is left. */
let unsaved: string | null = null;

/** The contents of the cart when the visitor went to the checkout. */
export type CheckoutNote = {
  /** Quantities of the Storefront cart when it last equalled the local cart, by variant id. */
  quantities: Readonly<Record<string, number>>;
  /**
   * The Storefront cart's own time of its last change. A later time means that the checkout changed the cart. Absent
   * while the site itself is changing the cart.
   */
  updatedAt?: string | undefined;
  /** When the visitor went to the checkout, in milliseconds since 1970. */
  at: number;
};

/**
 * Notes that the visitor goes to the checkout with these variants. Without variants, it does nothing.
 *
 * @param at now by default
 */
export function noteCheckout({ at = Date.now(), ...rest }: Omit<CheckoutNote, "at"> & { at?: number }): void {
  write(Object.keys(rest.quantities).length > 0 ? JSON.stringify({ ...rest, at }) : null);
}

export function forgetCheckout(): void {
  write(null);
}

export function readCheckout(): CheckoutNote | undefined {
  try {
    // If storage is full, it still has the previous note.
    const note: unknown = JSON.parse(unsaved ?? readStored(local, STORAGE_KEY) ?? "null");
    return isNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

/** The numbers and the time of a note are only compared, so they need no check. */
function isNote(note: unknown): note is CheckoutNote {
  const quantities = note instanceof Object && "quantities" in note && note.quantities;
  return quantities instanceof Object;
}

function write(text: string | null): void {
  unsaved = writeStored(local, STORAGE_KEY, text) ? null : text;
}
