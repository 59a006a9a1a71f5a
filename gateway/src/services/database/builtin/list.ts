import { setImmediate as nextTurn } from "node:timers/promises";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Reader, SqlValue } from "../../../data/statements.ts";
import type { Condition } from "../postgrest/conditions.ts";
import type { OrderTerm } from "../postgrest/select.ts";
import { parseTimestamp } from "../timestamps.ts";
import { conjunctsOf, namesRows, placeIn } from "./conjuncts.ts";
import { countFromDays, isCounted } from "./counts.ts";
import { orderSql, type StoredRow } from "./projection.ts";
import { searchFew } from "./search.ts";
import { parseValue } from "./values.ts";
import { type Walk, type WalkKey, walkAlong, walkedOrder } from "./walks.ts";
import { type Sql, whereOf } from "./where.ts";

/** Numbers by which a way through the list is chosen, in rows; tests have smaller ones. */
export type Tuning = {
  /** Tried first, in the hope that many match. */
  trial: number;
  /** Tried without a pause. A pause lets everybody else have their turn. */
  slice: number;
  /** Stepped over in an index without a pause. */
  hop: number;
  /** Looked up and sorted without a pause. */
  few: number;
};

/** The last three are each worth about five milliseconds of one core. */
export const TUNING: Tuning = { trial: 300, slice: 5_000, hop: 100_000, few: 5_000 };

/** Which rows to read. `columns` stand as SQL has them. */
export type Page = {
  columns: string;
  conditions: readonly Condition[];
  order: readonly OrderTerm[];
  offset: number;
  limit: number;
};

type Direction = { key: WalkKey; descending: boolean };
type Place = { key: SqlValue; id: SqlValue };

/**
 * Reads rows in order. A list of any length is walked along an index, or a few rows that another index finds are
 * looked up and sorted; what has to try many rows does so in slices and lets everybody else have their turn between.
 */
export async function readRows(reader: Reader, page: Page, tuning = TUNING): Promise<StoredRow[]> {
  if (page.limit === 0) return [];
  const conjuncts = conjunctsOf(page.conditions);
  const direction = walkedOrder(page.order);
  if (direction === undefined || conjuncts.some(namesRows)) {
    return sortRows(reader, page, { from: SUBSCRIBERS_TABLE, where: whereOf(conjuncts) });
  }
  const { place, rest } = placeIn(conjuncts, page.order);
  const walk = walkAlong(direction.key, rest);
  const start = place && parsedPlace(place, direction.key);
  if (walk.residual !== undefined) {
    const soon = rowsSoon(reader, page, walk, direction, start, tuning);
    if (soon !== undefined) return soon;
    const few = fewOf(reader, rest, conjuncts, tuning);
    if (few !== undefined) return sortRows(reader, page, few);
  }
  return walkRows(reader, page, walk, direction, start, tuning);
}

/** Counts rows. */
export async function countRows(reader: Reader, conditions: readonly Condition[], tuning = TUNING): Promise<number> {
  const conjuncts = conjunctsOf(conditions);
  if (conjuncts.every(isCounted)) return countFromDays(reader, conjuncts);
  if (conjuncts.some(namesRows)) return countFound(reader, { from: SUBSCRIBERS_TABLE, where: whereOf(conjuncts) });
  const few = fewOf(reader, conjuncts, conjuncts, tuning);
  if (few !== undefined) return countFound(reader, few);
  return countAlong(reader, walkToCount(conjuncts), tuning);
}

/** Rows that an index finds at once: where from, and the conditions that pick them. */
type Found = { from: string; where: Sql };

/** Finds out whether an index narrows the rows down to a few. @param sought conditions that may narrow */
function fewOf(
  reader: Reader,
  sought: readonly Condition[],
  all: readonly Condition[],
  { few }: Tuning,
): Found | undefined {
  const counted = sought.filter(isCounted);
  const walk = walkAlong("subscribed_at", counted);
  const narrowing = counted.filter((condition) => !walk.residualConditions.includes(condition));
  if (narrowing.length > 0 && countFromDays(reader, narrowing) <= few) {
    const rest = whereOf(all);
    return {
      from: `${SUBSCRIBERS_TABLE} ${walk.index}`,
      where: { text: `${walk.seek.text} AND ${rest.text}`, values: [...walk.seek.values, ...rest.values] },
    };
  }
  const ids = searchFew(reader, sought, few);
  if (ids === undefined) return undefined;
  const rest = whereOf(all);
  return {
    from: `${SUBSCRIBERS_TABLE} NOT INDEXED`,
    where: {
      text: `id IN (SELECT value FROM json_each(?)) AND ${rest.text}`,
      values: [ids, ...rest.values],
    },
  };
}

function sortRows(reader: Reader, { columns, order, limit, offset }: Page, { from, where }: Found): StoredRow[] {
  return reader.all<StoredRow>(
    `SELECT ${columns} FROM ${from} WHERE ${where.text} ORDER BY ${orderSql(order)} LIMIT ? OFFSET ?`,
    ...where.values,
    limit,
    offset,
  );
}

function countFound(reader: Reader, { from, where }: Found): number {
  return numberOf(reader, `SELECT count(*) AS n FROM ${from} WHERE ${where.text}`, where.values);
}

/** Tries the first rows of a way: what many rows match is found among them without asking anything else. */
function rowsSoon(
  reader: Reader,
  page: Page,
  walk: Walk,
  direction: Direction,
  start: Place | undefined,
  { trial }: Tuning,
): StoredRow[] | undefined {
  const end = placeAfter(reader, walk, direction, start, trial);
  const where = within(walk, direction, start, end);
  const rows = sortRows(reader, { ...page, order: orderAlong(direction) }, { from: tableBy(walk), where });
  return rows.length === page.limit || end === undefined ? rows : undefined;
}

async function walkRows(
  reader: Reader,
  page: Page,
  walk: Walk,
  direction: Direction,
  start: Place | undefined,
  { slice, hop }: Tuning,
): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  let { offset } = page;
  let place = start;
  // With nothing to try of each row, stepping over some needs none of them.
  while (walk.residual === undefined && offset > 0) {
    const step = Math.min(offset, hop);
    place = placeAfter(reader, walk, direction, place, step);
    if (place === undefined) return rows;
    offset -= step;
    await nextTurn();
  }
  for (;;) {
    const end = walk.residual === undefined ? undefined : placeAfter(reader, walk, direction, place, slice);
    const where = within(walk, direction, place, end);
    const found = sortRows(
      reader,
      { ...page, order: orderAlong(direction), limit: page.limit - rows.length, offset },
      { from: tableBy(walk), where },
    );
    rows.push(...found);
    if (end === undefined || rows.length === page.limit) return rows;
    if (found.length > 0) offset = 0;
    else if (offset > 0) offset -= countFound(reader, { from: tableBy(walk), where });
    place = end;
    await nextTurn();
  }
}

async function countAlong(reader: Reader, walk: Walk, { slice }: Tuning): Promise<number> {
  const direction: Direction = { key: walk.key, descending: false };
  const next = walk.key === "id" ? placeByNumber : placeAfter;
  let total = 0;
  let place: Place | undefined;
  for (;;) {
    const end = next(reader, walk, direction, place, slice);
    total += countFound(reader, { from: tableBy(walk), where: within(walk, direction, place, end) });
    if (end === undefined) return total;
    place = end;
    await nextTurn();
  }
}

/** The way that tries the fewest rows: along a source, a status or a span of time, or else the table as it lies. */
function walkToCount(conjuncts: readonly Condition[]): Walk {
  const byTime = walkAlong("subscribed_at", conjuncts);
  return byTime.residualConditions.length < conjuncts.length ? byTime : walkAlong("id", conjuncts);
}

/** The place so many ids on, which need not be stepped through; undefined when no row is left. */
function placeByNumber(
  reader: Reader,
  walk: Walk,
  direction: Direction,
  start: Place | undefined,
  ids: number,
): Place | undefined {
  const where = behind(walk.seek, direction, start ?? BEFORE_ALL);
  const first = reader.get<{ id: number }>(
    `SELECT id FROM ${tableBy(walk)} WHERE ${where.text} ORDER BY id LIMIT 1`,
    ...where.values,
  );
  return first && { key: first.id + ids, id: first.id + ids };
}

/** The smallest id that SQLite has. */
const BEFORE_ALL: Place = { key: -(2n ** 63n), id: -(2n ** 63n) };

/** The place so many rows on; undefined when the list ends before. */
function placeAfter(
  reader: Reader,
  walk: Walk,
  direction: Direction,
  start: Place | undefined,
  rows: number,
): Place | undefined {
  const where = behind(walk.seek, direction, start);
  const order = orderSql(orderAlong(direction));
  return reader.get<Place>(
    `SELECT ${direction.key} AS key, id FROM ${tableBy(walk)} WHERE ${where.text} ORDER BY ${order} LIMIT 1 OFFSET ?`,
    ...where.values,
    rows - 1,
  );
}

/** Rows that match, from behind one place up to and with another, or to the ends of the list. */
function within(walk: Walk, direction: Direction, start: Place | undefined, end: Place | undefined): Sql {
  const sought = behind(walk.seek, direction, start);
  const bounded = end === undefined ? sought : compared(sought, direction, direction.descending ? ">=" : "<=", end);
  const { text, values } = walk.residual ?? { text: "TRUE", values: [] };
  return { text: `${bounded.text} AND ${text}`, values: [...bounded.values, ...values] };
}

function behind(seek: Sql, direction: Direction, start: Place | undefined): Sql {
  return start === undefined ? seek : compared(seek, direction, direction.descending ? "<" : ">", start);
}

function compared(where: Sql, { key }: Direction, sign: string, place: Place): Sql {
  // No two rows have the same address or id: the pair would be tried on each row and tell nothing more.
  return key !== "subscribed_at"
    ? { text: `${where.text} AND ${key} ${sign} ?`, values: [...where.values, place.key] }
    : { text: `${where.text} AND (${key}, id) ${sign} (?, ?)`, values: [...where.values, place.key, place.id] };
}

function tableBy({ index }: Walk): string {
  return `${SUBSCRIBERS_TABLE} ${index}`;
}

function orderAlong({ key, descending }: Direction): OrderTerm[] {
  return [{ column: key, descending }];
}

function parsedPlace({ key, id }: { key: string; id: string }, column: WalkKey): Place {
  return {
    key: column === "subscribed_at" ? parseTimestamp(key) : parseValue(key, column === "id" ? "bigint" : "text"),
    id: parseValue(id, "bigint"),
  };
}

function numberOf(reader: Reader, sql: string, values: SqlValue[]): number {
  return reader.get<{ n: number }>(sql, ...values)?.n ?? 0;
}
