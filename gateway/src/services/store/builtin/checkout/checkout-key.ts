import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Keys of checkouts. A client brings the key along with every call, so a hash of it is all that is stored. Whoever reads
 * a backup cannot change or place a checkout that a client made by itself; one of a cart, such as all of the site's,
 * they can, as the cart's token is there.
 */

/** Key of a checkout that a client makes: 256 random bits. */
export function newCheckoutKey(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Key of a checkout made from a cart. Whoever has the cart's token comes back with nothing else and gets the same
 * checkout, so the key is made from the token: it says nothing about it, and opens this one checkout.
 */
export function checkoutKeyOfCart(cartToken: string, checkoutToken: string): string {
  return createHmac("sha256", cartToken).update(checkoutToken).digest("base64url");
}

/** A key as it is stored. A plain SHA-256 does, since nobody finds a key of that length by trying. */
export function hashOfKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Whether a key is the one that was stored, in a time that says nothing of where the two differ. */
export function doesKeyFit(key: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOfKey(key)), Buffer.from(hash));
}
