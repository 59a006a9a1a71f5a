import { DatabaseSync } from "node:sqlite";

/**
 * Sessions and codes that expire. Some may have ended or been used since the copy was made, and must not work again.
 */
const TEMPORARY_TABLES = ["sessions", "letter_codes", "flow_states", "open_id_visits"];

/** Deletes sessions and codes from a copy of a data file of any version. */
export function removeTemporaryAccess(connection: DatabaseSync): void {
  const isThere = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const table of TEMPORARY_TABLES) if (isThere.get(table)) connection.exec(`DELETE FROM ${table}`);
}

/**
 * Deletes everything from a copy that would let its reader sign in to the running site: sessions, codes and private
 * signing keys, which could sign new tokens. The public keys stay: cached pages carry anonymous keys that need them.
 * When no private key is left, the site creates a new one.
 */
export function removeAccess(path: string, now: Date): void {
  const connection = new DatabaseSync(path);
  try {
    // Overwrite the bytes of deleted rows.
    connection.exec("PRAGMA secure_delete = ON; BEGIN");
    removeTemporaryAccess(connection);
    // Earlier versions of this table could not retire a key. Such a file stays unchanged.
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
