import type { Writer } from "../../../../data/statements.ts";

/**
 * What carts may take up in the data file, and checkouts as much again, in bytes: some 400,000 that hold a shirt, more
 * than an artist's shop has visitors in the time they are kept. Anybody can make carts without signing in, so without a
 * bound they could fill the disk, and with it stop orders.
 */
const ROOM_BYTES = 256 * 1024 * 1024;
/**
 * The part of the room that one client may take up before its own baskets go first, in bytes: some 25,000 that hold a
 * shirt, which a hall full of fans behind one address does not reach.
 */
const SHARE = 1 / 16;
/** Days after its last change that a cart or a checkout goes. An order that came of it stays. */
const RETENTION_DAYS = { carts: 90, checkouts: 30 } as const;
/** More than a fan's basket takes up, in bytes: some thirty lines. The indexes of large ones have the same number. */
const LARGE_BYTES = 4_000;
/** Most that go at once because of their age, so that no buyer waits for many. */
const OLD_AT_ONCE = 10;
/** How many go at once while there is no room; then it is looked at again. */
const ROOM_PER_RUN = 20;

/** Tables of baskets. */
export type CartTable = keyof typeof RETENTION_DAYS;

/** Lets a few baskets go that were not touched for too long. To be called where a new one is made. */
export function removeOld(writer: Writer, table: CartTable, now: Date): void {
  const before = new Date(now.getTime() - RETENTION_DAYS[table] * 24 * 60 * 60 * 1000).toISOString();
  writer.run(
    `DELETE FROM ${table} WHERE token IN
       (SELECT token FROM ${table} WHERE updated_at < ? ORDER BY updated_at LIMIT ${OLD_AT_ONCE})`,
    before,
  );
}

/**
 * Lets baskets go while they take up too much: first those of the client that takes up the most, as long as that is more
 * than its share, then those without lines, then large ones, and each time those unused for longest. So one client pushes
 * out nobody's but its own; from many addresses it takes hundreds of thousands, and then the oldest go. To be called
 * once one has grown.
 *
 * @param kept the token of the one that has grown, which stays
 */
export function makeRoom(writer: Writer, table: CartTable, kept: string, room = ROOM_BYTES): void {
  const letGo = (which: string, ...values: string[]) =>
    writer.run(
      `DELETE FROM ${table} WHERE token IN
         (SELECT token FROM ${table} WHERE ${which} AND token <> ? ORDER BY updated_at LIMIT ${ROOM_PER_RUN})`,
      ...values,
      kept,
    );
  while (bytesOf(writer, table) > room) {
    const client = clientBeyond(writer, table, room * SHARE);
    if (client !== undefined && letGo("client = ?", client) > 0) continue;
    if ((letGo("line_count = 0") || letGo(`octet_length(contents) > ${LARGE_BYTES}`) || letGo("TRUE")) === 0) return;
  }
}

/** The client whose baskets take up the most, if that is more than so many bytes. */
function clientBeyond(writer: Writer, table: CartTable, share: number): string | undefined {
  const most = writer.get<{ client: string; bytes: number }>(
    "SELECT client, bytes FROM client_bytes WHERE kind = ? ORDER BY bytes DESC LIMIT 1",
    table,
  );
  return most && most.bytes > share ? most.client : undefined;
}

function bytesOf(writer: Writer, table: CartTable): number {
  return writer.get<{ bytes: number }>("SELECT bytes FROM basket_bytes WHERE kind = ?", table)?.bytes ?? 0;
}
