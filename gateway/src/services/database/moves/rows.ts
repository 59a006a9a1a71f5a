import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { Reader } from "../../../data/statements.ts";
import { COLUMNS } from "../builtin/columns.ts";

/** A row to move. `subscribed_at` has the format of the data file, so that equal times are equal texts. */
export type MovedRow = Subscriber;

export const COLUMN_NAMES = COLUMNS.map(({ name }) => name);

const SELECT = `SELECT ${COLUMN_NAMES.join(", ")} FROM ${SUBSCRIBERS_TABLE}`;

/** Reads rows in descending order of ids. @param below the last id of the page before; undefined for the first page */
export function rowsBelow(rows: Reader, below: number | undefined, most: number): MovedRow[] {
  return below === undefined
    ? rows.all<MovedRow>(`${SELECT} ORDER BY id DESC LIMIT ?`, most)
    : rows.all<MovedRow>(`${SELECT} WHERE id < ? ORDER BY id DESC LIMIT ?`, below, most);
}

/** Reads rows in the order of emails. @param after the last email of the page before; empty for the first page */
export function rowsAfter(rows: Reader, after: string, most: number): MovedRow[] {
  return rows.all<MovedRow>(`${SELECT} WHERE email > ? ORDER BY email LIMIT ?`, after, most);
}

export function findRow(rows: Reader, email: string): MovedRow | undefined {
  return rows.get<MovedRow>(`${SELECT} WHERE email = ?`, email);
}

/** Whether a row has this id. */
export function hasId(rows: Reader, id: number): boolean {
  return rows.get(`SELECT 1 FROM ${SUBSCRIBERS_TABLE} WHERE id = ?`, id) !== undefined;
}

export function countRows(rows: Reader): number {
  return rows.get<{ n: number }>(`SELECT count(*) AS n FROM ${SUBSCRIBERS_TABLE}`)?.n ?? 0;
}

/** The content of a row as text, without the id, which may differ between two lists. */
export function contentOf({ email, status, source, subscribed_at, first_name, last_name }: MovedRow): string {
  return JSON.stringify([email, status, source, subscribed_at, first_name, last_name]);
}
