import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createStatements, type Reader } from "../../../data/statements.ts";
import { explainTemporaryError } from "../../../data/temporary-error.ts";
import { COLUMN_NAMES, type MovedRow } from "./rows.ts";

/** A copy of a remote list's rows, stored on disk until the move ends. */
interface StagedRows {
  readonly rows: Reader;
  /** Replaces all rows. */
  refill(pages: AsyncIterable<readonly MovedRow[]>): Promise<void>;
  close(): void;
}

const TABLE = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE ${SUBSCRIBERS_TABLE} (
    id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, status TEXT NOT NULL, source TEXT NOT NULL,
    subscribed_at TEXT NOT NULL, first_name TEXT, last_name TEXT
  ) STRICT`;

/** An address may have two ids if it returned while the list was read. The later row wins. */
const PUT = `
  INSERT OR REPLACE INTO ${SUBSCRIBERS_TABLE} (${COLUMN_NAMES.join(", ")})
  VALUES (${COLUMN_NAMES.map(() => "?").join(", ")})`;

/**
 * Opens a temporary database for rows, which SQLite stores on disk and deletes at the end. So a list of a million rows
 * takes no more memory than a short one. Source: sqlite.org, "Temporary Files Used By SQLite".
 */
export function openStagedRows(): StagedRows {
  const connection = new DatabaseSync("");
  connection.exec(TABLE);
  const statements = createStatements(connection);
  return {
    rows: statements,
    async refill(pages) {
      try {
        connection.exec("BEGIN");
        statements.run(`DELETE FROM ${SUBSCRIBERS_TABLE}`);
        for await (const page of pages) {
          for (const row of page) statements.run(PUT, ...COLUMN_NAMES.map((name) => row[name]));
        }
        connection.exec("COMMIT");
      } catch (error) {
        throw explainTemporaryError(error);
      }
    },
    close: () => connection.close(),
  };
}
