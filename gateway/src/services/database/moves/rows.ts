import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { Reader } from "../../../data/statements.ts";
import { COLUMNS } from "../builtin/columns.ts";

/** A row on its way; `subscribed_at` is as the data file stores it, so that equal texts are equal times. */
export type MovedRow = Subscriber;

/** The columns of a row in their order. */
export const COLUMN_NAMES = COLUMNS.map(({ name }) => name);

const SELECT = `SELECT ${COLUMN_NAMES.join(", ")} FROM ${SUBSCRIBERS_TABLE}`;

/** Some rows from the greatest id downwards. @param below an id; undefined to begin */
export function rowsBelow(rows: Reader, below: number | undefined, most: number): MovedRow[] {
  return below === undefined
    ? rows.all<MovedRow>(`${SELECT} ORDER BY id DESC LIMIT ?`, most)
    : rows.all<MovedRow>(`${SELECT} WHERE id < ? ORDER BY id DESC LIMIT ?`, below, most);
}

/** Some rows in the order of their addresses. @param after an address; empty to begin */
export function rowsAfter(rows: Reader, after: string, most: number): MovedRow[] {
  return rows.all<MovedRow>(`${SELECT} WHERE email > ? ORDER BY email LIMIT ?`, after, most);
}

/** The row of an address. */
export function rowOf(rows: Reader, email: string): MovedRow | undefined {
  return rows.get<MovedRow>(`${SELECT} WHERE email = ?`, email);
}

/** Whether a row has an id. */
export function hasId(rows: Reader, id: number): boolean {
  return rows.get(`SELECT 1 FROM ${SUBSCRIBERS_TABLE} WHERE id = ?`, id) !== undefined;
}

/** How many rows there are. */
export function countRows(rows: Reader): number {
  return rows.get<{ n: number }>(`SELECT count(*) AS n FROM ${SUBSCRIBERS_TABLE}`)?.n ?? 0;
}

/** What a row says of its fan, without the id, which may differ between two lists. */
export function contentOf({ email, status, source, subscribed_at, first_name, last_name }: MovedRow): string {
  return JSON.stringify([email, status, source, subscribed_at, first_name, last_name]);
}
