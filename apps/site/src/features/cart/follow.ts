/**
 * Under this key stand the variants, a list of ids, that the visitor went to the checkout with. As long as they stand
 * there, a visit begins with asking whether they were bought.
 */
const STORAGE_KEY = "cartCheckout";

/** The same where storage did not take it, for as long as the page lasts: one may come back to it from the checkout. */
let unkept: string | null = null;

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

/** Notes that the visitor goes to the checkout with these variants; with none there is nothing to buy. */
export function noteCheckout(variantIds: readonly string[]): void {
  write(variantIds.length > 0 ? JSON.stringify(variantIds) : null);
}

/** Forgets the checkout: it was finished. */
export function forgetCheckout(): void {
  write(null);
}

/** Variants that the visitor went to the checkout with. */
export function readCheckout(): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(readText() ?? "null");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : undefined;
  } catch {
    return undefined;
  }
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
