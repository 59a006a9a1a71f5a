/** Secrets of ours, and how texts are held against them. Stands outside the services because several have some. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret that nobody can guess: 256 random bits, safe in addresses, cookies and headers. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * How a secret is stored: a reader of the file cannot use it. A plain SHA-256 does, since a secret of 256
 * random bits cannot be found by trying.
 */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares two texts in a time that says nothing of where they differ. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest()];
  return timingSafeEqual(a, b);
}
