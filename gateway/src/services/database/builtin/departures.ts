import { addressHash } from "../../../data/address-hash.ts";
import { listSecret, readListSecret } from "../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { mailboxKey, unicodeSpelling } from "../../../lib/email-address.ts";

/** Addresses that left the list or were removed, and the mailbox that each belongs to, known by keyed hashes alone. */

const ADD = `
  INSERT INTO departed_addresses (address_hash, mailbox_hash) VALUES (?, ?)
  ON CONFLICT DO UPDATE SET mailbox_hash = excluded.mailbox_hash`;

/** The keyed hash of an address's mailbox. It is that of the address itself where that is the plain spelling. */
export function mailboxHash(secret: string, email: string): string {
  return addressHash(secret, mailboxKey(email));
}

/** The hashes of an address as it is, and as it was stored before domains were normalised: a hash cannot be made anew. */
export function hashesOf(secret: string, email: string): [string, string] {
  const before = unicodeSpelling(email);
  const hash = addressHash(secret, email);
  return [hash, before === email ? hash : addressHash(secret, before)];
}

/** Stores that an address left or was removed. */
export function addDeparture(writer: Writer, email: string): void {
  const secret = listSecret(writer);
  writer.run(ADD, addressHash(secret, email), mailboxHash(secret, email));
}

/** Stores that an address is on the list. */
export function forgetDeparture(writer: Writer, email: string): void {
  writer.run("DELETE FROM departed_addresses WHERE address_hash IN (?, ?)", ...hashesOf(listSecret(writer), email));
}

/** Whether an address of the same mailbox, however it is spelled, left or was removed and has not come back. */
export function isMailboxAway(reader: Reader, email: string): boolean {
  const secret = readListSecret(reader);
  if (secret === undefined) return false;
  const sql = "SELECT 1 FROM departed_addresses WHERE mailbox_hash = ? LIMIT 1";
  return reader.get(sql, mailboxHash(secret, email)) !== undefined;
}
