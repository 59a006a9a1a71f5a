import { createHmac } from "node:crypto";
import { keyFor } from "./list-secret.ts";

/**
 * What hashes addresses as the table of suppressed ones stores them: HMAC-SHA-256 of the lower-cased address, in
 * hexadecimal digits. Without the secret nobody can try addresses against a hash.
 *
 * @param secret the list's, in base64url
 */
export function createAddressHash(secret: string): (email: string) => string {
  const key = keyFor("hashes of suppressed addresses", secret);
  return (email) => createHmac("sha256", key).update(email.toLowerCase()).digest("hex");
}

let latest: { secret: string; hashOf: (email: string) => string } | undefined;

/**
 * The keyed hash of an address. What hashes with the latest secret is cached: making its key takes longer than using it.
 *
 * @param secret the list's, in base64url
 */
export function addressHash(secret: string, email: string): string {
  if (latest?.secret !== secret) latest = { secret, hashOf: createAddressHash(secret) };
  return latest.hashOf(email);
}
