import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { listSecret, readListSecret, replaceListSecret } from "../../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../../data/statements.ts";

/**
 * A removed address, known only by its hash. `removed_on` is a day, "2026-03-01". A list of an earlier version sends no
 * `mailbox_hash`.
 */
export type Removed = { address_hash: string; removed_on: string; mailbox_hash?: string | undefined };

/** What moves with the rows of a list: its secret in base64url, and its removed addresses. */
export type HandedOver = { secret: string; removed: Removed[] };

/** Maximum number of removed addresses on one page. A page of rows has the same maximum. */
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
 * Reads the secret of this list, and a page of its removed addresses in the order of their hashes.
 *
 * @param after the last hash of the previous page; empty for the first page
 */
export function handOverList(writer: Writer, after: string, most: number): HandedOver {
  const page = Math.min(Math.max(most, 0), REMOVED_MAX);
  return { secret: listSecret(writer), removed: writer.all<Removed>(PAGE, after, page) };
}

/** Whether the secret of this list is in use: the list has subscribers or removed addresses. */
function isSecretUsed(reader: Reader): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM ${SUBSCRIBERS_TABLE}) OR EXISTS (SELECT 1 FROM suppressed_addresses) AS used`;
  return reader.get<{ used: number }>(sql)?.used === 1;
}

/**
 * Takes over the secret and the removed addresses of another list, unless this list has another secret in use.
 *
 * @returns whether this list has that secret now; if not, nothing was changed
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
