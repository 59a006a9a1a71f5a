import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createStatements, type Reader } from "../../../data/statements.ts";
import { explainTemporaryError } from "../../../data/temporary-error.ts";
import { COLUMN_NAMES, type MovedRow } from "./rows.ts";

/** Rows of a list elsewhere, stored on disk for as long as the move takes. */
interface StagedRows {
  readonly rows: Reader;
  /** Puts other rows in the place of those it has. */
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

/** An address that was read under two ids came back while the list was read: the later one holds. */
const PUT = `
  INSERT OR REPLACE INTO ${SUBSCRIBERS_TABLE} (${COLUMN_NAMES.join(", ")})
  VALUES (${COLUMN_NAMES.map(() => "?").join(", ")})`;

/**
 * Opens a place for rows in a database that SQLite keeps on disk without a name and throws away: a list of a million
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
