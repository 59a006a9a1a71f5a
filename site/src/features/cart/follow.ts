/**
 * Under this key stands what the visitor went to the checkout with. As long as it stands there, a visit begins with
 * asking whether that was bought.
 */
const STORAGE_KEY = "cartCheckout";

/** The same where storage did not take it, for as long as the page lasts: one may come back to it from the checkout. */
let unkept: string | null = null;

/** What the visitor went to the checkout with. */
export type CheckoutNote = {
  /** How many of each variant the Storefront cart held when it was last in step, by the variants' ids. */
  quantities: Readonly<Record<string, number>>;
  /**
   * When that cart was changed last, by its own account: another time there means that the checkout has changed it.
   * Absent while a change of ours is under way.
   */
  updatedAt?: string | undefined;
  /** When one went there, in milliseconds since 1970. */
  at: number;
};

/**
 * Has a Storefront cart follow the local one from now on, or asks for its present prices when it does already.
 * Its code is fetched now: nobody needs it before the cart holds something.
 *
 * @throws when the code cannot be fetched
 */
export async function followCart(): Promise<void> {
  const { startFollowing } = await import("./storefront-cart.tsx");
  startFollowing();
}

/**
 * Notes that the visitor goes to the checkout with these variants; with none there is nothing to buy. One who goes now
 * needs no time.
 */
export function noteCheckout({ at = Date.now(), ...rest }: Omit<CheckoutNote, "at"> & { at?: number }): void {
  write(Object.keys(rest.quantities).length > 0 ? JSON.stringify({ ...rest, at }) : null);
}

/** Forgets the checkout: it was finished. */
export function forgetCheckout(): void {
  write(null);
}

/** What the visitor went to the checkout with. */
export function readCheckout(): CheckoutNote | undefined {
  try {
    const kept: unknown = JSON.parse(readText() ?? "null");
    return isNote(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Whether something can be read as a note; its numbers and its time are only ever compared. */
function isNote(kept: unknown): kept is CheckoutNote {
  const quantities = kept instanceof Object && "quantities" in kept && kept.quantities;
  return quantities instanceof Object;
}

function readText(): string | null {
  try {
    // A full storage still holds what it took before.
    return unkept ?? localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function write(text: string | null): void {
  unkept = null;
  try {
    if (text === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, text);
  } catch {
    unkept = text;
  }
}
