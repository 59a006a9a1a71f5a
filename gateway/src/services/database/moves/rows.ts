import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { Reader } from "../../../data/statements.ts";
import { mailboxKey } from "../../../lib/email-address.ts";
import { COLUMNS } from "../builtin/columns.ts";

/** A row to move. `subscribed_at` has the format of the data file, so that equal times are equal texts. */
export type MovedRow = Subscriber;

export const COLUMN_NAMES = COLUMNS.map(({ name }) => name);

const SELECT = `SELECT ${COLUMN_NAMES.join(", ")} FROM ${SUBSCRIBERS_TABLE}`;

const UNSUBSCRIBED = `
  SELECT email FROM ${SUBSCRIBERS_TABLE} WHERE status = 'unsubscribed' AND email > ? ORDER BY email LIMIT ?`;
const PAGE_ROWS = 1_000;

/**
 * Reads rows in descending order of ids. @param below the last id of the previous page; undefined for the first page
 */
export function rowsBelow(rows: Reader, below: number | undefined, most: number): MovedRow[] {
  return below === undefined
    ? rows.all<MovedRow>(`${SELECT} ORDER BY id DESC LIMIT ?`, most)
    : rows.all<MovedRow>(`${SELECT} WHERE id < ? ORDER BY id DESC LIMIT ?`, below, most);
}

/** Reads rows in the order of emails. @param after the last email of the previous page; empty for the first page */
export function rowsAfter(rows: Reader, after: string, most: number): MovedRow[] {
  return rows.all<MovedRow>(`${SELECT} WHERE email > ? ORDER BY email LIMIT ?`, after, most);
}

export function findRow(rows: Reader, email: string): MovedRow | undefined {
  return rows.get<MovedRow>(`${SELECT} WHERE email = ?`, email);
}

/**
 * Reads which mailboxes unsubscribed at the target in a spelling that the source does not have.
 *
 * @returns whether an active row of the source is another spelling of such a mailbox, so that the move must not add it
 */
export function readMailboxesAway(from: Reader, to: Reader): (row: MovedRow) => boolean {
  const away = new Set<string>();
  for (let after = ""; ; ) {
    const page = to.all<{ email: string }>(UNSUBSCRIBED, after, PAGE_ROWS);
    for (const { email } of page) if (findRow(from, email) === undefined) away.add(mailboxKey(email));
    const last = page.at(-1);
    if (last === undefined) return ({ email, status }) => status === "active" && away.has(mailboxKey(email));
    after = last.email;
  }
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
