import { expiryTime } from "../../../../data/reached-time.ts";
import type { Writer } from "../../../../data/statements.ts";

/**
 * Maximum number of bytes that all carts may take up in the data file. All checkouts may take up the same again. This
 * is room for some 100,000 carts with a shirt, more than an artist's shop has visitors while carts are stored. Anybody
 * can create carts without signing in. Without a limit they could fill the disk, and then no order could be stored. Each
 * backup has a copy of them: with eleven backups, full tables take 1.5 GB.
 */
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * Share of the limit that one client may use: some 6,000 carts with a shirt. A hall full of fans behind one address
 * does not reach it. Without shares, one client could fill the limit in seconds.
 */
const CLIENT_SHARE = 1 / 16;
/** How many days after their last change carts and checkouts are deleted. Their orders stay. */
const RETENTION_DAYS = { carts: 90, checkouts: 30 } as const;
/** A cart above this size is large, in bytes: some thirty lines. The indexes of large carts use the same number. */
const LARGE_BYTES = 4_000;
/** Maximum number of expired rows that are deleted at once, so that no buyer waits long. */
const EXPIRED_PER_RUN = 10;
/** Number of rows that are deleted at once above the limit, before the size is checked again. */
const ROWS_PER_RUN = 20;
/** Maximum number of such deletions at once. A table that was filled under a higher limit shrinks over many changes. */
const STEPS_MAX = 50;

type CartTable = keyof typeof RETENTION_DAYS;

/** Deletes a few expired rows. Called when a new row is inserted. */
export function deleteExpired(writer: Writer, table: CartTable, now: Date): void {
  const before = new Date(
    expiryTime(writer, now).getTime() - RETENTION_DAYS[table] * 24 * 60 * 60 * 1000,
  ).toISOString();
  writer.run(
    `DELETE FROM ${table} WHERE token IN
       (SELECT token FROM ${table} WHERE updated_at < ? ORDER BY updated_at LIMIT ${EXPIRED_PER_RUN})`,
    before,
  );
}

/**
 * Limits one client to its share, and the table to its limit. It always deletes the least recently changed rows first.
 *
 * While the client of the grown row is above its share, it deletes rows of that client. While the table is above its
 * limit, it deletes rows of the client with the most bytes. If no client has any, it deletes rows without lines, then
 * large rows, then any rows.
 *
 * So one client displaces only its own carts. A stranger with many addresses can displace a fan's carts only if none
 * of the addresses has more than the fan.
 *
 * @param grown token of the row that has grown, which stays
 */
export function enforceStorageLimit(writer: Writer, table: CartTable, grown: string, maxBytes = MAX_BYTES): void {
  const deleteSome = (condition: string, ...values: string[]) =>
    writer.run(
      `DELETE FROM ${table} WHERE token IN
         (SELECT token FROM ${table} WHERE ${condition} AND token <> ? ORDER BY updated_at LIMIT ${ROWS_PER_RUN})`,
      ...values,
      grown,
    );
  const share = maxBytes * CLIENT_SHARE;
  let steps = 0;
  while (readBytesOfOwner(writer, table, grown) > share && steps < STEPS_MAX) {
    steps += 1;
    if (deleteSome(`client = (SELECT client FROM ${table} WHERE token = ?)`, grown) === 0) break;
  }
  while (readBytes(writer, table) > maxBytes && steps < STEPS_MAX) {
    steps += 1;
    const client = findLargestClient(writer, table);
    if (client !== undefined && deleteSome("client = ?", client) > 0) continue;
    if (
      (deleteSome("line_count = 0") || deleteSome(`octet_length(contents) > ${LARGE_BYTES}`) || deleteSome("TRUE")) ===
      0
    )
      return;
  }
}

/** Reads the bytes of all rows of a row's client; 0 if the client is unknown. */
function readBytesOfOwner(writer: Writer, table: CartTable, token: string): number {
  const row = writer.get<{ bytes: number }>(
    `SELECT bytes FROM client_bytes WHERE kind = ? AND client = (SELECT client FROM ${table} WHERE token = ?)`,
    table,
    token,
  );
  return row?.bytes ?? 0;
}

function findLargestClient(writer: Writer, table: CartTable): string | undefined {
  return writer.get<{ client: string }>(
    "SELECT client FROM client_bytes WHERE kind = ? ORDER BY bytes DESC LIMIT 1",
    table,
  )?.client;
}

function readBytes(writer: Writer, table: CartTable): number {
  return writer.get<{ bytes: number }>("SELECT bytes FROM cart_bytes WHERE kind = ?", table)?.bytes ?? 0;
}
