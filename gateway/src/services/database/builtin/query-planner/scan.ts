import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Reader, SqlValue } from "../../../../data/statements.ts";
import type { Condition } from "../../postgrest/conditions.ts";
import type { OrderTerm } from "../../postgrest/select.ts";
import { orderSql, type StoredRow } from "../projection.ts";
import type { Sql } from "../where.ts";
import { readNumber } from "./day-counts.ts";
import type { Scan, ScanOrder } from "./indexes.ts";

/** Numbers of rows that decide how the list is read. Tests use smaller numbers. */
export type Tuning = {
  /** Rows to check first, in the hope that many match. */
  trial: number;
  /** Rows that one statement of a scan checks. Other requests run after it. */
  slice: number;
  /** Rows that one statement skips in an index. Other requests run after it. */
  skip: number;
  /** Rows that one statement may look up and sort. */
  few: number;
};

/** A slice, a skip and a lookup of these sizes each take about five milliseconds on one core. */
export const TUNING: Tuning = { trial: 300, slice: 5_000, skip: 100_000, few: 5_000 };

/** Which rows to read. `columns` is the list of a SELECT. */
export type Page = {
  columns: string;
  conditions: readonly Condition[];
  order: readonly OrderTerm[];
  offset: number;
  limit: number;
};

/** A row's place in a scan: the value of its key, and its id. */
export type Position = { key: SqlValue; id: SqlValue };

/** Rows that one statement finds: its FROM, and its WHERE. */
export type Found = { from: string; where: Sql };

/** A scan of a page, and where it starts: after a position, or at the beginning if that is undefined. */
type PageScan = { page: Page; scan: Scan; order: ScanOrder; start: Position | undefined };

/** Reads a page of rows that one statement finds and sorts. */
export function sortRows(reader: Reader, { columns, order, limit, offset }: Page, { from, where }: Found): StoredRow[] {
  return reader.all<StoredRow>(
    `SELECT ${columns} FROM ${from} WHERE ${where.text} ORDER BY ${orderSql(order)} LIMIT ? OFFSET ?`,
    ...where.values,
    limit,
    offset,
  );
}

/** Counts rows that one statement finds. */
export function countFound(reader: Reader, { from, where }: Found): number {
  return readNumber(reader, `SELECT count(*) AS n FROM ${from} WHERE ${where.text}`, where.values);
}

/**
 * Looks for the page in the first rows of a scan.
 *
 * @returns the page; undefined when these rows do not fill the page and the scan has more rows
 */
export function tryFirstRows(
  reader: Reader,
  { page, scan, order, start }: PageScan,
  { trial }: Tuning,
): StoredRow[] | undefined {
  const end = findPositionAfter(reader, scan, order, start, trial);
  const where = matchesBetween(scan, order, start, end);
  const rows = sortRows(reader, { ...page, order: toOrderTerms(order) }, { from: scan.from, where });
  return rows.length === page.limit || end === undefined ? rows : undefined;
}

/** Reads a page along an index, slice by slice. */
export async function scanRows(
  reader: Reader,
  { page, scan, order, start }: PageScan,
  { slice, skip }: Tuning,
): Promise<StoredRow[]> {
  const hasResidual = scan.residualConditions.length > 0;
  const rows: StoredRow[] = [];
  let { offset } = page;
  let position = start;
  // Without residual conditions every row of the index matches, so the index alone can skip the offset.
  while (!hasResidual && offset > 0) {
    const step = Math.min(offset, skip);
    position = findPositionAfter(reader, scan, order, position, step);
    if (position === undefined) return rows;
    offset -= step;
    await letOthersRun();
  }
  for (;;) {
    const end = hasResidual ? findPositionAfter(reader, scan, order, position, slice) : undefined;
    const where = matchesBetween(scan, order, position, end);
    const found = sortRows(
      reader,
      { ...page, order: toOrderTerms(order), limit: page.limit - rows.length, offset },
      { from: scan.from, where },
    );
    rows.push(...found);
    if (end === undefined || rows.length === page.limit) return rows;
    if (found.length > 0) offset = 0;
    else if (offset > 0) offset -= countFound(reader, { from: scan.from, where });
    position = end;
    await letOthersRun();
  }
}

/** Counts the rows of a scan, slice by slice. */
export async function countScanned(reader: Reader, scan: Scan, { slice }: Tuning): Promise<number> {
  const order: ScanOrder = { key: scan.key, descending: false };
  const findEnd = scan.key === "id" ? findIdAfter : findPositionAfter;
  let total = 0;
  let position: Position | undefined;
  for (;;) {
    const end = findEnd(reader, scan, order, position, slice);
    total += countFound(reader, { from: scan.from, where: matchesBetween(scan, order, position, end) });
    if (end === undefined) return total;
    position = end;
    await letOthersRun();
  }
}

/** Returns the id of the next row plus `ids`, without reading the rows between; undefined when no row is left. */
function findIdAfter(
  reader: Reader,
  scan: Scan,
  order: ScanOrder,
  start: Position | undefined,
  ids: number,
): Position | undefined {
  const where = seekAfter(scan.seek, order, start ?? BEFORE_ALL);
  const first = reader.get<{ id: number }>(
    `SELECT id FROM ${scan.from} WHERE ${where.text} ORDER BY id LIMIT 1`,
    ...where.values,
  );
  return first && { key: first.id + ids, id: first.id + ids };
}

/** The smallest id that SQLite has. */
const BEFORE_ALL: Position = { key: -(2n ** 63n), id: -(2n ** 63n) };

/** Finds the row that is `rows` rows after `start`; undefined when fewer rows are left. */
function findPositionAfter(
  reader: Reader,
  scan: Scan,
  order: ScanOrder,
  start: Position | undefined,
  rows: number,
): Position | undefined {
  const where = seekAfter(scan.seek, order, start);
  const sorted = orderSql(toOrderTerms(order));
  return reader.get<Position>(
    `SELECT ${order.key} AS key, id FROM ${scan.from} WHERE ${where.text} ORDER BY ${sorted} LIMIT 1 OFFSET ?`,
    ...where.values,
    rows - 1,
  );
}

/** Selects matching rows after `start`, up to and including `end`. An undefined `start` or `end` sets no limit. */
function matchesBetween(scan: Scan, order: ScanOrder, start: Position | undefined, end: Position | undefined): Sql {
  const afterStart = seekAfter(scan.seek, order, start);
  const bounded = end === undefined ? afterStart : andCompare(afterStart, order, order.descending ? ">=" : "<=", end);
  const { text, values } = scan.residual;
  return { text: `${bounded.text} AND ${text}`, values: [...bounded.values, ...values] };
}

function seekAfter(seek: Sql, order: ScanOrder, start: Position | undefined): Sql {
  return start === undefined ? seek : andCompare(seek, order, order.descending ? "<" : ">", start);
}

function andCompare(where: Sql, { key }: ScanOrder, sign: string, position: Position): Sql {
  // Emails and ids are unique, so comparing the id as well would only cost time.
  return key !== "subscribed_at"
    ? { text: `${where.text} AND ${key} ${sign} ?`, values: [...where.values, position.key] }
    : { text: `${where.text} AND (${key}, id) ${sign} (?, ?)`, values: [...where.values, position.key, position.id] };
}

function toOrderTerms({ key, descending }: ScanOrder): OrderTerm[] {
  return [{ column: key, descending }];
}
