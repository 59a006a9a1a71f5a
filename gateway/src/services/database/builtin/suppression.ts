import { addressHash } from "../../../data/address-hash.ts";
import { listSecret, readListSecret } from "../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { hashesOf } from "./departures.ts";

/** Addresses that the owner removed. Only their keyed hashes are stored. No import may add them again. */

/** Stores the hashes of removed addresses in the commit of their removal. @param day the day, "2026-03-01" */
export function suppress(writer: Writer, emails: readonly string[], day: string): void {
  const secret = listSecret(writer);
  for (const email of emails) {
    writer.run(
      "INSERT INTO suppressed_addresses (address_hash, removed_on) VALUES (?, ?) ON CONFLICT DO UPDATE SET removed_on = excluded.removed_on",
      addressHash(secret, email),
      day,
    );
  }
}

/** Deletes the hash of an address that joined again. @returns whether it had been removed */
export function liftSuppression(writer: Writer, email: string): boolean {
  const secret = readListSecret(writer);
  if (secret === undefined) return false;
  const [hash, before] = hashesOf(secret, email);
  return writer.run("DELETE FROM suppressed_addresses WHERE address_hash IN (?, ?)", hash, before) > 0;
}

/** Finds which of these addresses were removed. An import must not add them. */
export function suppressedAmong(reader: Reader, emails: readonly string[]): ReadonlySet<string> {
  const secret = readListSecret(reader);
  if (secret === undefined) return new Set();
  const isSuppressed = (email: string) =>
    reader.get("SELECT 1 FROM suppressed_addresses WHERE address_hash IN (?, ?)", ...hashesOf(secret, email)) !==
    undefined;
  return new Set(emails.filter(isSuppressed));
}
