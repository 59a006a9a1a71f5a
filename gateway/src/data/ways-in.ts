import { DatabaseSync } from "node:sqlite";

/** What lets somebody in for a while. It was ended or used up since a copy was made, and must not come back to life. */
const PASSING_TABLES = ["sessions", "letter_codes", "flow_states", "open_id_visits"];

/** Ends whatever lets somebody in for a while, in a copy of a data file of any version. */
export function forgetPassing(connection: DatabaseSync): void {
  const isThere = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const table of PASSING_TABLES) if (isThere.get(table)) connection.exec(`DELETE FROM ${table}`);
}

/**
 * Takes out of a copy what would let its reader into the running site: a person who has a signing key makes tokens with it.
 * The public halves stay, by which anonymous keys of cached pages are known. Where nothing signs any more, the site makes
 * a new key by itself.
 */
export function forgetWaysIn(path: string, now: Date): void {
  const connection = new DatabaseSync(path);
  try {
    // What is deleted is overwritten too.
    connection.exec("PRAGMA secure_delete = ON; BEGIN");
    forgetPassing(connection);
    // Files of before the second version of the keys' table cannot say that a key signs no more; theirs stays as it is.
    const canRetire = "SELECT 1 FROM pragma_table_info('signing_keys') WHERE name = 'retired_at'";
    if (connection.prepare(canRetire).get()) {
      connection
        .prepare(
          "UPDATE signing_keys SET private_jwk = json_remove(private_jwk, '$.d'), retired_at = coalesce(retired_at, ?)",
        )
        .run(now.toISOString());
    }
    connection.exec("COMMIT");
  } finally {
    connection.close();
  }
}
