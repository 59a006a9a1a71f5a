import { createHmac } from "node:crypto";
import { deriveKey } from "./list-secret.ts";

/**
 * Makes the function that hashes addresses for `suppressed_addresses`: HMAC-SHA-256 of the lower-case address, in
 * hexadecimal digits. Nobody without the secret can test whether an address belongs to a hash.
 *
 * @param secret the list's secret, in base64url
 */
export function createAddressHash(secret: string): (email: string) => string {
  const key = deriveKey("hashes of suppressed addresses", secret);
  return (email) => createHmac("sha256", key).update(email.toLowerCase()).digest("hex");
}

let latest: { secret: string; hashOf: (email: string) => string } | undefined;

/**
 * Hashes an address. The function for the latest secret is cached: deriving its key takes longer than hashing.
 *
 * @param secret the list's secret, in base64url
 */
export function addressHash(secret: string, email: string): string {
  if (latest?.secret !== secret) latest = { secret, hashOf: createAddressHash(secret) };
  return latest.hashOf(email);
}
