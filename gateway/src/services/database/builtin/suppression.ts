import { addressHash } from "../../../data/address-hash.ts";
import { listSecret, readListSecret } from "../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { hashesOf } from "./departures.ts";

/** Addresses that the owner removed and that no import may bring back, known by their keyed hashes alone. */

/** Keeps the hashes of addresses that are being removed, in the same commit. @param day "2026-03-01" */
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

/** Forgets that an address was removed: the fan is back. @returns whether it had been removed */
export function liftSuppression(writer: Writer, email: string): boolean {
  const secret = readListSecret(writer);
  if (secret === undefined) return false;
  const [hash, before] = hashesOf(secret, email);
  return writer.run("DELETE FROM suppressed_addresses WHERE address_hash IN (?, ?)", hash, before) > 0;
}

/** Those of some addresses that may be brought back by their own fan alone, for whatever imports a list. */
export function suppressedAmong(reader: Reader, emails: readonly string[]): ReadonlySet<string> {
  const secret = readListSecret(reader);
  if (secret === undefined) return new Set();
  const isSuppressed = (email: string) =>
    reader.get("SELECT 1 FROM suppressed_addresses WHERE address_hash IN (?, ?)", ...hashesOf(secret, email)) !==
    undefined;
  return new Set(emails.filter(isSuppressed));
}
