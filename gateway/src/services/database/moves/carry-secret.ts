import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { createAddressHash } from "../../../data/address-hash.ts";
import { explainFileError } from "../../../data/data-file-error.ts";
import { createStatements, type Reader } from "../../../data/statements.ts";
import { REMOVED_MAX, type Removed } from "../builtin/functions/hand-over.ts";
import type { ListEnd } from "./list-end.ts";
import { countRows, rowsAfter } from "./rows.ts";

/**
 * What a move does with the secret, which links in emails and hashes of removed addresses depend on:
 * - `same`: nothing, because both lists have the same one;
 * - `goes-along`: the target takes it over;
 * - `stays`: nothing, because the target uses its own.
 */
type SecretResult = "same" | "goes-along" | "stays";

/** What a move carries to the target in addition to the rows. */
export type Carried = {
  secret: SecretResult;
  /** Number of removed addresses that the target takes over. */
  removed: number;
  /**
   * Addresses on the target's list that were removed here and have not signed up since, at most {@link SHOWN_MAX}.
   */
  stillThere: string[];
};

/** Maximum number of these addresses to show. */
export const SHOWN_MAX = 10;

const PAGE_ROWS = 1_000;

/**
 * Brings the secret and the removed addresses of a list to another one. If `isWriting` is false, it only finds out what
 * would happen.
 */
export async function carrySecret(options: { from: ListEnd; to: ListEnd; isWriting: boolean }): Promise<Carried> {
  const { from, to, isWriting } = options;
  const { secret, removed: first } = await from.handOver("", 1);
  const result = await findSecretResult(secret, to);
  if (result === "stays" || (isWriting && !(await to.takeOver({ secret, removed: [] })))) {
    return { secret: "stays", removed: 0, stillThere: [] };
  }
  const carried: Carried = { secret: result, removed: 0, stillThere: [] };
  if (first.length === 0) return carried;

  const listed = countRows(to.rows) > 0 ? hashRows(to.rows, secret) : undefined;
  try {
    for (let after = ""; ; ) {
      const { removed } = await from.handOver(after, REMOVED_MAX);
      const last = removed.at(-1);
      if (last === undefined) return carried;
      after = last.address_hash;
      const moving = removed.filter((one) => {
        const there = listed?.find(one.address_hash);
        if (there !== undefined && there.day <= one.removed_on) carried.stillThere.push(there.email);
        // If the address is on the target's list, it has signed up since, or the owner has to remove it there.
        return there === undefined;
      });
      carried.stillThere.splice(SHOWN_MAX);
      carried.removed += moving.length;
      if (isWriting && moving.length > 0) await to.takeOver({ secret, removed: moving });
    }
  } finally {
    listed?.close();
  }
}

async function findSecretResult(secret: string, to: ListEnd): Promise<SecretResult> {
  const there = await to.handOver("", 1);
  if (there.secret === secret) return "same";
  return there.removed.length > 0 || countRows(to.rows) > 0 ? "stays" : "goes-along";
}

const TABLE = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE listed (hash TEXT PRIMARY KEY, email TEXT NOT NULL, day TEXT NOT NULL) STRICT, WITHOUT ROWID`;

type HashedRows = { find(hash: Removed["address_hash"]): { email: string; day: string } | undefined; close(): void };

/** Stores the rows of a list by the hash of their address, in a temporary database on disk. */
function hashRows(rows: Reader, secret: string): HashedRows {
  const connection = new DatabaseSync("");
  const statements = createStatements(connection);
  const hashOf = createAddressHash(secret);
  try {
    connection.exec(TABLE);
    connection.exec("BEGIN");
    for (let after = ""; ; ) {
      const page = rowsAfter(rows, after, PAGE_ROWS);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.email;
      for (const { email, subscribed_at } of page) {
        const day = subscribed_at.slice(0, "2026-03-01".length);
        statements.run("INSERT OR REPLACE INTO listed VALUES (?, ?, ?)", hashOf(email), email, day);
      }
    }
    connection.exec("COMMIT");
  } catch (error) {
    connection.close();
    throw explainFileError(error, tmpdir());
  }
  return {
    find: (hash) => statements.get("SELECT email, day FROM listed WHERE hash = ?", hash),
    close: () => connection.close(),
  };
}
