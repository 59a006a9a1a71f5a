import { createAddressHash } from "../../../data/address-hash.ts";
import { listSecret, readListSecret } from "../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../data/statements.ts";

/** Addresses that the owner removed and that no import may bring back, known by their keyed hashes alone. */

/** Keeps the hashes of addresses that are being removed, in the same commit. @param day "2026-03-01" */
export function suppress(writer: Writer, emails: readonly string[], day: string): void {
  const hashOf = hashWith(listSecret(writer));
  for (const email of emails) {
    writer.run(
      "INSERT INTO suppressed_addresses (address_hash, removed_on) VALUES (?, ?) ON CONFLICT DO UPDATE SET removed_on = excluded.removed_on",
      hashOf(email),
      day,
    );
  }
}

/** Forgets that an address was removed: the fan has signed up anew. */
export function liftSuppression(writer: Writer, email: string): void {
  const secret = readListSecret(writer);
  if (secret === undefined) return;
  writer.run("DELETE FROM suppressed_addresses WHERE address_hash = ?", hashWith(secret)(email));
}

/** Those of some addresses that may be brought back by their own fan alone, for whatever imports a list. */
export function suppressedAmong(reader: Reader, emails: readonly string[]): ReadonlySet<string> {
  const secret = readListSecret(reader);
  if (secret === undefined) return new Set();
  const hashOf = hashWith(secret);
  const isSuppressed = (email: string) =>
    reader.get("SELECT 1 FROM suppressed_addresses WHERE address_hash = ?", hashOf(email)) !== undefined;
  return new Set(emails.filter(isSuppressed));
}

let latest: { secret: string; hashOf: (email: string) => string } | undefined;

/** The hash of the latest secret is kept: making its key takes longer than using it. */
function hashWith(secret: string): (email: string) => string {
  if (latest?.secret !== secret) latest = { secret, hashOf: createAddressHash(secret) };
  return latest.hashOf;
}
