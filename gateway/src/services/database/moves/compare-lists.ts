import { createHash } from "node:crypto";
import type { Reader } from "../../../data/statements.ts";
import type { ListEnd } from "./list-end.ts";
import { contentOf, type MovedRow, rowOf, rowsAfter } from "./rows.ts";

/** What a list holds, in short. */
export type ListSummary = {
  active: number;
  unsubscribed: number;
  /** SHA-256 over every row but its id, in the order of the addresses, in hexadecimal digits. */
  checksum: string;
};

/** How two lists differ after a move, in rows. */
export type ListDifference = {
  /** On the list that was moved, and not at the target, though nobody removed it there. */
  missing: number;
  /** On the list that was moved, and removed at the target. */
  removedThere: number;
  /** At the target alone. */
  onlyThere: number;
  /** On both, unsubscribed at the target alone. */
  leftThere: number;
  /** On both, unsubscribed on the list that was moved alone. */
  leftHere: number;
  /** On both, with other names, another date or source. */
  otherwise: number;
  /** On both with other ids. */
  otherIds: number;
};

const PAGE_ROWS = 1_000;

/** Walks a list once. */
export function summaryOf(rows: Reader): ListSummary {
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

/** Looks every row of both lists up in the other. */
export async function compareLists(from: ListEnd, to: ListEnd): Promise<ListDifference> {
  const found = { missing: 0, removedThere: 0, onlyThere: 0, leftThere: 0, leftHere: 0, otherwise: 0, otherIds: 0 };
  for (const page of pagesOf(from.rows)) {
    const absent: string[] = [];
    for (const row of page) {
      const there = rowOf(to.rows, row.email);
      if (there === undefined) absent.push(row.email);
      else compareRows(row, there, found);
    }
    const removed = absent.length > 0 ? (await to.removedAmong(absent)).size : 0;
    found.removedThere += removed;
    found.missing += absent.length - removed;
  }
  for (const page of pagesOf(to.rows)) {
    found.onlyThere += page.filter(({ email }) => rowOf(from.rows, email) === undefined).length;
  }
  return found;
}

function compareRows(row: MovedRow, there: MovedRow, found: ListDifference): void {
  if (row.id !== there.id) found.otherIds += 1;
  if (row.status !== there.status) found[there.status === "unsubscribed" ? "leftThere" : "leftHere"] += 1;
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
