import { addressHash } from "../../../data/address-hash.ts";
import { listSecret, readListSecret } from "../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { mailboxKey, unicodeSpelling } from "../../../lib/email-address.ts";

/** Addresses that unsubscribed or were removed, each with its mailbox. Only keyed hashes are stored. */

const ADD = `
  INSERT INTO departed_addresses (address_hash, mailbox_hash) VALUES (?, ?)
  ON CONFLICT DO UPDATE SET mailbox_hash = excluded.mailbox_hash`;

/** The keyed hash of an address's mailbox. If the address is the plain spelling, it equals the hash of the address. */
export function mailboxHash(secret: string, email: string): string {
  return addressHash(secret, mailboxKey(email));
}

/** The hashes of an address, and of its spelling with a Unicode domain, which earlier versions hashed. */
export function hashesOf(secret: string, email: string): [string, string] {
  const before = unicodeSpelling(email);
  const hash = addressHash(secret, email);
  return [hash, before === email ? hash : addressHash(secret, before)];
}

/** Stores that an address unsubscribed or was removed. */
export function addDeparture(writer: Writer, email: string): void {
  const secret = listSecret(writer);
  writer.run(ADD, addressHash(secret, email), mailboxHash(secret, email));
}

/** Stores that an address is on the list again. */
export function forgetDeparture(writer: Writer, email: string): void {
  writer.run("DELETE FROM departed_addresses WHERE address_hash IN (?, ?)", ...hashesOf(listSecret(writer), email));
}

/** Leaves out addresses that only an import named as unsubscribed: in that list each spelling has its own status. */
const AWAY_HERE = `
  SELECT DISTINCT mailbox_hash FROM departed_addresses AS departed
  WHERE coalesce(
    (SELECT form FROM subscriber_history AS history
     WHERE history.address_hash = departed.address_hash ORDER BY id DESC LIMIT 1), '') NOT LIKE 'import:%'`;

/**
 * Reads which mailboxes have unsubscribed or were removed, for many addresses of an import.
 *
 * @returns whether an address of the same mailbox, in any spelling, unsubscribed here or was removed
 */
export function readMailboxesAway(reader: Reader): (email: string) => boolean {
  const secret = readListSecret(reader);
  if (secret === undefined) return () => false;
  const rows = reader.all<{ mailbox_hash: string }>(AWAY_HERE);
  const away = new Set(rows.map(({ mailbox_hash }) => mailbox_hash));
  return (email) => away.has(mailboxHash(secret, email));
}

/** Whether an address of the same mailbox, in any spelling, unsubscribed or was removed and has not joined again. */
export function isMailboxAway(reader: Reader, email: string): boolean {
  const secret = readListSecret(reader);
  if (secret === undefined) return false;
  const sql = "SELECT 1 FROM departed_addresses WHERE mailbox_hash = ? LIMIT 1";
  return reader.get(sql, mailboxHash(secret, email)) !== undefined;
}
