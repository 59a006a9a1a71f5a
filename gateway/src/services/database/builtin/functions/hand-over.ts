import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { listSecret, readListSecret, replaceListSecret } from "../../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../../data/statements.ts";

/**
 * An address that was removed from a list, known by its hash alone; the day as "2026-03-01". A list of an earlier version
 * says no mailbox.
 */
export type Removed = { address_hash: string; removed_on: string; mailbox_hash?: string | undefined };

/** What goes with a list to another place beside its rows: the secret in base64url, and who was removed. */
export type HandedOver = { secret: string; removed: Removed[] };

/** Most removed addresses of one page, the same as of rows. */
export const REMOVED_MAX = 1_000;

const PAGE = `
  SELECT address_hash, removed_on, coalesce(mailbox_hash, address_hash) AS mailbox_hash
  FROM suppressed_addresses LEFT JOIN departed_addresses USING (address_hash)
  WHERE address_hash > ? ORDER BY address_hash LIMIT ?`;
const ADD = `
  INSERT INTO suppressed_addresses (address_hash, removed_on) VALUES (?, ?)
  ON CONFLICT DO UPDATE SET removed_on = max(removed_on, excluded.removed_on)`;
const ADD_DEPARTED = "INSERT INTO departed_addresses (address_hash, mailbox_hash) VALUES (?, ?) ON CONFLICT DO NOTHING";

/**
 * The secret of this list, and a page of those removed from it in the order of their hashes.
 *
 * @param after a hash; empty to begin
 */
export function handOverList(writer: Writer, after: string, most: number): HandedOver {
  const page = Math.min(Math.max(most, 0), REMOVED_MAX);
  return { secret: listSecret(writer), removed: writer.all<Removed>(PAGE, after, page) };
}

/** Whether something is keyed with the secret of this list: somebody is on it, or was removed from it. */
function isSecretUsed(reader: Reader): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM ${SUBSCRIBERS_TABLE}) OR EXISTS (SELECT 1 FROM suppressed_addresses) AS used`;
  return reader.get<{ used: number }>(sql)?.used === 1;
}

/**
 * Takes the secret of another list over, and who was removed from it. A secret of this list's own that is in use stays.
 *
 * @returns whether it has the secret now; else nothing was changed
 */
export function takeOverList(writer: Writer, { secret, removed }: HandedOver): boolean {
  if (readListSecret(writer) !== secret) {
    if (isSecretUsed(writer)) return false;
    replaceListSecret(writer, secret);
  }
  for (const { address_hash, removed_on, mailbox_hash = address_hash } of removed) {
    writer.run(ADD, address_hash, removed_on);
    writer.run(ADD_DEPARTED, address_hash, mailbox_hash);
  }
  return true;
}
