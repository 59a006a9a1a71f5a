import { DatabaseSync } from "node:sqlite";
import { createStatements } from "../../../data/statements.ts";
import { explainTemporaryError } from "../../../data/temporary-error.ts";
import { type ShownOrder, shownWith } from "./dates.ts";
import type { List } from "./list-records.ts";
import { type Entry, readEntry } from "./read-entry.ts";

/** A row of a list as it waits for its import. */
export type StagedRow = Entry & {
  id: number;
  /** On which it begins, from 1. */
  line: number;
  /** Cells of a row that is refused, for the file of refused rows. */
  cells: readonly string[];
};

/** A list that was read to its end, so that nothing is stored of one that cannot be. */
export type StagedList = {
  rows: number;
  /** How many of them cannot be imported. */
  refused: number;
  /** What its dates with slashes show of their order. */
  dateOrder: ShownOrder;
  /** Some of its rows in the order of the file. @param after the last `id` that was had; 0 to begin */
  page(after: number, most: number): StagedRow[];
  close(): void;
};

const TABLES = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE rows (
    id INTEGER PRIMARY KEY, line INTEGER NOT NULL, email TEXT NOT NULL, first_name TEXT, last_name TEXT,
    joined TEXT NOT NULL, reason TEXT, cells TEXT NOT NULL
  ) STRICT;
  CREATE TABLE addresses (
    email TEXT PRIMARY KEY, row_id INTEGER NOT NULL, line INTEGER NOT NULL, has_left INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** An address that unsubscribed in any row is unsubscribed: the rows do not say which is newer. */
const ADD_ADDRESS = `
  INSERT INTO addresses (email, row_id, line, has_left) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET has_left = max(has_left, excluded.has_left)`;

const PAGE = `
  SELECT rows.*, addresses.row_id AS first_id, addresses.line AS first_line, coalesce(addresses.has_left, 0) AS has_left
  FROM rows LEFT JOIN addresses ON rows.reason IS NULL AND addresses.email = rows.email
  WHERE id > ? ORDER BY id LIMIT ?`;

type Stored = Omit<StagedRow, "hasLeft" | "reason" | "cells"> & {
  reason: string | null;
  cells: string;
  first_id: number | null;
  first_line: number | null;
  has_left: number;
};

/**
 * Reads a list to its end into a database of its own, which SQLite keeps on disk without a name and throws away: a list
 * of a million takes no more memory than a short one. Source: sqlite.org, "Temporary Files Used By SQLite".
 *
 * @throws {ImportError} when the file breaks off
 * @throws {DataFileError} when the folder of temporary files has no room
 */
export async function stageList(list: List): Promise<StagedList> {
  const connection = new DatabaseSync("");
  try {
    connection.exec(TABLES);
    const statements = createStatements(connection);
    let rows = 0;
    let dateOrder: ShownOrder = "none";
    connection.exec("BEGIN");
    for await (const { line, cells } of list.records()) {
      rows += 1;
      const {
        email,
        first_name,
        last_name,
        hasLeft,
        joined,
        reason = null,
      } = readEntry(cells, list.plan, list.detected);
      dateOrder = shownWith(dateOrder, joined);
      statements.run(
        "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ...[rows, line, email, first_name, last_name, joined, reason, JSON.stringify(cells)],
      );
      if (reason === null) statements.run(ADD_ADDRESS, email, rows, line, hasLeft ? 1 : 0);
    }
    connection.exec("COMMIT");
    const addresses = statements.get<{ count: number }>("SELECT count(*) AS count FROM addresses")?.count ?? 0;
    return {
      rows,
      // An address that stands in several rows is taken from the first.
      refused: rows - addresses,
      dateOrder,
      page: (after, most) => statements.all<Stored>(PAGE, after, most).map(rowOf),
      close: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw explainTemporaryError(error);
  }
}

function rowOf({ first_id, first_line, has_left, reason, cells, ...row }: Stored): StagedRow {
  const isAgain = first_id !== null && first_id !== row.id;
  const why = isAgain ? `stands in line ${first_line} already` : reason;
  return {
    ...row,
    hasLeft: has_left === 1,
    // It was written by `stageList`.
    cells: JSON.parse(cells) as string[],
    ...(why !== null && { reason: why }),
  };
}
