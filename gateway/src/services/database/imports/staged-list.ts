import { DatabaseSync } from "node:sqlite";
import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import { createStatements } from "../../../data/statements.ts";
import { explainTemporaryError } from "../../../data/temporary-error.ts";
import { addShownDate, type ShownOrder } from "./dates.ts";
import type { List } from "./list-records.ts";
import { type Entry, parseWrittenAddress, readEntry } from "./read-entry.ts";
import { saysClearly } from "./status-words.ts";
import { createUnreadColumns, type UnreadColumn } from "./unread-columns.ts";

/** A row that was read and waits for its import. */
export type StagedRow = Entry & {
  id: number;
  /** The line where it begins, counted from 1. */
  line: number;
  /** The cells as they are in the file, for the file of refused rows. */
  cells: readonly string[];
};

/** A list that was read completely. The import begins only then, so it stores nothing of an unreadable file. */
export type StagedList = {
  rows: number;
  /** How many of the rows are refused. */
  refused: number;
  /** How many of the addresses are not unsubscribed in the file. */
  active: number;
  /** The columns that could say something about emails, and are not understood. */
  unread: readonly UnreadColumn[];
  /** Whether dates with slashes have the day or the month first. */
  dateOrder: ShownOrder;
  /** Reads a page of rows in the file's order. @param after the last `id` of the previous page; 0 for the first page */
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
    email TEXT PRIMARY KEY, row_id INTEGER NOT NULL, line INTEGER NOT NULL, is_unsubscribed INTEGER NOT NULL,
    returned INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE doubts (email TEXT PRIMARY KEY, line INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** An address that is unsubscribed in any row is unsubscribed, because no row says which one is newer. */
const ADD_ADDRESS = `
  INSERT INTO addresses (email, row_id, line, is_unsubscribed, returned) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET is_unsubscribed = max(is_unsubscribed, excluded.is_unsubscribed),
    returned = max(returned, excluded.returned)`;
/** How the table stores bounces and complaints: a complaint counts more than a bounce. */
const RETURNS = [undefined, "hard", "complaint"] as const;

/** An address is not active if one of its rows is refused for what it says about emails: the rows disagree. */
const ADD_DOUBT = "INSERT OR IGNORE INTO doubts (email, line) VALUES (?, ?)";

const COUNT = `
  SELECT count(*) FILTER (WHERE is_unsubscribed OR doubts.email IS NULL) AS addresses,
         count(*) FILTER (WHERE NOT is_unsubscribed AND doubts.email IS NULL) AS active
  FROM addresses LEFT JOIN doubts USING (email)`;

const PAGE = `
  SELECT rows.*, addresses.row_id AS first_id, addresses.line AS first_line,
         coalesce(addresses.is_unsubscribed, 0) AS is_unsubscribed,
         coalesce(addresses.returned, 0) AS returned, doubts.line AS doubt_line
  FROM rows
  LEFT JOIN addresses ON rows.reason IS NULL AND addresses.email = rows.email
  LEFT JOIN doubts ON rows.reason IS NULL AND doubts.email = rows.email
  WHERE id > ? ORDER BY id LIMIT ?`;

type Stored = Omit<StagedRow, "isUnsubscribed" | "returned" | "reason" | "cells"> & {
  reason: string | null;
  cells: string;
  first_id: number | null;
  first_line: number | null;
  is_unsubscribed: number;
  returned: number;
  doubt_line: number | null;
};

/**
 * Reads a whole list into a temporary database, which SQLite stores on disk and deletes at the end. So a list of a
 * million rows takes no more memory than a short one. Source: sqlite.org, "Temporary Files Used By SQLite".
 *
 * @throws {ImportError} when the file is cut off
 * @throws {DataFileError} when the disk of the temporary files is full
 */
export async function stageList(list: List): Promise<StagedList> {
  const connection = new DatabaseSync("");
  try {
    connection.exec(TABLES);
    const statements = createStatements(connection);
    let rows = 0;
    let dateOrder: ShownOrder = "none";
    let isBelowUnsubscribed = false;
    const unread = createUnreadColumns(list);
    connection.exec("BEGIN");
    for await (const { line, cells } of list.records()) {
      rows += 1;
      const title = findTitle(cells);
      if (title !== undefined) isBelowUnsubscribed = saysClearly(title);
      const entry = readEntry(cells, list.plan, list.detected);
      const { email, first_name, last_name, joined } = entry;
      const isUnsubscribed = entry.isUnsubscribed || isBelowUnsubscribed;
      const isShifted = entry.reason === undefined && hasMoreValues(cells, list);
      const reason = isShifted ? "has more values than there are columns" : (entry.reason ?? null);
      const doubtful = isShifted ? email : entry.doubtful;
      dateOrder = addShownDate(dateOrder, joined);
      statements.run(
        "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ...[rows, line, email, first_name, last_name, joined, reason, JSON.stringify(cells)],
      );
      if (doubtful !== undefined) statements.run(ADD_DOUBT, doubtful, line);
      if (reason !== null) continue;
      statements.run(ADD_ADDRESS, email, rows, line, isUnsubscribed ? 1 : 0, RETURNS.indexOf(entry.returned));
      if (!isUnsubscribed) unread.add(cells);
    }
    connection.exec("COMMIT");
    const { addresses = 0, active = 0 } = statements.get<{ addresses: number; active: number }>(COUNT) ?? {};
    return {
      rows,
      // If several rows have the same address, only the first is imported, and none if they disagree.
      refused: rows - addresses,
      active,
      unread: unread.list(),
      dateOrder,
      page: (after, most) => statements.all<Stored>(PAGE, after, most).map(rowOf),
      close: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw explainTemporaryError(error);
  }
}

/** Whether a row has a value that belongs to no column, perhaps because a value with a comma has no quotation marks. */
function hasMoreValues(cells: readonly string[], { hasNames, names }: List): boolean {
  return hasNames && cells.length > names.length;
}

/** The text of a row that is the title of the rows below it, such as "Unsubscribed": its only cell, and no address. */
function findTitle(cells: readonly string[]): string | undefined {
  const [only, ...others] = cells.filter((cell) => cell.trim() !== "");
  if (only === undefined || others.length > 0) return undefined;
  return isEmailShaped(parseWrittenAddress(only).email) ? undefined : only;
}

function rowOf({
  first_id,
  first_line,
  is_unsubscribed,
  returned,
  doubt_line,
  reason,
  cells,
  ...row
}: Stored): StagedRow {
  const isRepeated = first_id !== null && first_id !== row.id;
  const isDoubtful = doubt_line !== null && is_unsubscribed === 0;
  const refusedBefore = isDoubtful ? `is refused in line ${doubt_line}` : reason;
  const why = isRepeated ? `is in line ${first_line} already` : refusedBefore;
  return {
    ...row,
    isUnsubscribed: is_unsubscribed === 1,
    returned: RETURNS[returned],
    // `stageList` wrote it.
    cells: JSON.parse(cells) as string[],
    ...(why !== null && { reason: why }),
  };
}
