/** Makes, hashes and compares secrets, for several services. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret that nobody can guess: 256 random bits, safe in addresses, cookies and headers. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Hashes a secret before it is stored, so that nobody can use a secret that they read in the file. A plain SHA-256 is
 * enough, because nobody can guess 256 random bits.
 */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares two texts in constant time: the time does not depend on where they differ. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest()];
  return timingSafeEqual(a, b);
}
