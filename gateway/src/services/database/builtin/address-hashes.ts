import { createAddressHash } from "../../../data/address-hash.ts";

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
