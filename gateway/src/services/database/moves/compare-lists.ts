import { createHash } from "node:crypto";
import type { Reader } from "../../../data/statements.ts";
import type { ListEnd } from "./list-end.ts";
import { contentOf, findRow, type MovedRow, readMailboxesAway, rowsAfter } from "./rows.ts";

/** A summary of a list. */
export type ListSummary = {
  active: number;
  unsubscribed: number;
  /** SHA-256 of all rows without their ids, in the order of their emails, in hexadecimal. */
  checksum: string;
};

/** How two lists differ after a move, in numbers of rows. */
export type ListDifference = {
  /** On the moved list, but neither on the target's list nor removed there. */
  missing: number;
  /** On the moved list, but removed at the target. */
  removedThere: number;
  /** Only on the target's list. */
  onlyThere: number;
  /** Unsubscribed only at the target, or absent because another spelling of the mailbox is. */
  unsubscribedThere: number;
  /** On both lists, unsubscribed only on the moved list. */
  unsubscribedHere: number;
  /** On both lists, with a different name, date or source. */
  otherwise: number;
  /** On both lists, with different ids. */
  otherIds: number;
};

const PAGE_ROWS = 1_000;

export function summariseList(rows: Reader): ListSummary {
  const counts = { active: 0, unsubscribed: 0 };
  const hash = createHash("sha256");
  for (const page of pagesOf(rows)) {
    for (const row of page) {
      counts[row.status] += 1;
      hash.update(`${contentOf(row)}\n`);
    }
  }
  return { ...counts, checksum: hash.digest("hex") };
}

/** Looks up every row of each list in the other one. */
export async function compareLists(from: ListEnd, to: ListEnd): Promise<ListDifference> {
  const found = {
    missing: 0,
    removedThere: 0,
    onlyThere: 0,
    unsubscribedThere: 0,
    unsubscribedHere: 0,
    otherwise: 0,
    otherIds: 0,
  };
  const isAway = readMailboxesAway(from.rows, to.rows);
  for (const page of pagesOf(from.rows)) {
    const absent: string[] = [];
    for (const row of page) {
      const there = findRow(to.rows, row.email);
      if (there === undefined && isAway(row)) found.unsubscribedThere += 1;
      else if (there === undefined) absent.push(row.email);
      else compareRows(row, there, found);
    }
    const removed = absent.length > 0 ? (await to.removedAmong(absent)).size : 0;
    found.removedThere += removed;
    found.missing += absent.length - removed;
  }
  for (const page of pagesOf(to.rows)) {
    found.onlyThere += page.filter(({ email }) => findRow(from.rows, email) === undefined).length;
  }
  return found;
}

function compareRows(row: MovedRow, there: MovedRow, found: ListDifference): void {
  if (row.id !== there.id) found.otherIds += 1;
  if (row.status !== there.status)
    found[there.status === "unsubscribed" ? "unsubscribedThere" : "unsubscribedHere"] += 1;
  else if (contentOf(row) !== contentOf(there)) found.otherwise += 1;
}

function* pagesOf(rows: Reader): Generator<MovedRow[]> {
  for (let after = ""; ; ) {
    const page = rowsAfter(rows, after, PAGE_ROWS);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.email;
  }
}
