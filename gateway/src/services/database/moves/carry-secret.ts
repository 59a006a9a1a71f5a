import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { createAddressHash } from "../../../data/address-hash.ts";
import { explainFileError } from "../../../data/data-file-error.ts";
import { createStatements, type Reader } from "../../../data/statements.ts";
import { REMOVED_MAX, type Removed } from "../builtin/functions/hand-over.ts";
import type { ListEnd } from "./list-end.ts";
import { countRows, rowsAfter } from "./rows.ts";

/**
 * What becomes of the secret that links in emails and hashes of removed addresses are keyed with:
 * - `same`: both lists have it already;
 * - `goes-along`: the target takes it over;
 * - `stays`: the target has one of its own in use, and keeps it.
 */
type SecretFate = "same" | "goes-along" | "stays";

/** What goes along beside the rows. */
export type Carried = {
  secret: SecretFate;
  /** Removed addresses that the target is told of. */
  removed: number;
  /**
   * Addresses on the list of the target that were removed here and have not signed up since. At most {@link SHOWN_MAX}.
   */
  stillThere: string[];
};

/** Addresses that are named of those that are still on the other list. */
export const SHOWN_MAX = 10;

const PAGE_ROWS = 1_000;

/**
 * Brings the secret of a list and its removed addresses to another. Without `isWriting` it says what would become of
 * them.
 */
export async function carrySecret(options: { from: ListEnd; to: ListEnd; isWriting: boolean }): Promise<Carried> {
  const { from, to, isWriting } = options;
  const { secret, removed: first } = await from.handOver("", 1);
  const fate = await fateOf(secret, to);
  if (fate === "stays" || (isWriting && !(await to.takeOver({ secret, removed: [] })))) {
    return { secret: "stays", removed: 0, stillThere: [] };
  }
  const carried: Carried = { secret: fate, removed: 0, stillThere: [] };
  if (first.length === 0) return carried;

  const listed = countRows(to.rows) > 0 ? hashRows(to.rows, secret) : undefined;
  try {
    for (let after = ""; ; ) {
      const { removed } = await from.handOver(after, REMOVED_MAX);
      const last = removed.at(-1);
      if (last === undefined) return carried;
      after = last.address_hash;
      const going = removed.filter((one) => {
        const there = listed?.find(one.address_hash);
        if (there !== undefined && there.day <= one.removed_on) carried.stillThere.push(there.email);
        // A subscriber who is on the list there joined anew since, or is for the owner to remove.
        return there === undefined;
      });
      carried.stillThere.splice(SHOWN_MAX);
      carried.removed += going.length;
      if (isWriting && going.length > 0) await to.takeOver({ secret, removed: going });
    }
  } finally {
    listed?.close();
  }
}

async function fateOf(secret: string, to: ListEnd): Promise<SecretFate> {
  const there = await to.handOver("", 1);
  if (there.secret === secret) return "same";
  return there.removed.length > 0 || countRows(to.rows) > 0 ? "stays" : "goes-along";
}

const TABLE = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE listed (hash TEXT PRIMARY KEY, email TEXT NOT NULL, day TEXT NOT NULL) STRICT, WITHOUT ROWID`;

type Listed = { find(hash: Removed["address_hash"]): { email: string; day: string } | undefined; close(): void };

/** The rows of a list by the hash of their address, in a database that SQLite keeps on disk and throws away. */
function hashRows(rows: Reader, secret: string): Listed {
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
