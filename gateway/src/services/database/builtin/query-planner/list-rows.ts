import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Reader } from "../../../../data/statements.ts";
import type { Condition } from "../../postgrest/conditions.ts";
import { parseTimestamp } from "../../timestamps.ts";
import type { StoredRow } from "../projection.ts";
import { parseValue } from "../values.ts";
import { toWhereSql } from "../where.ts";
import { findConjuncts, findKeyset, namesRows } from "./conjuncts.ts";
import { countFromDays, isCounted } from "./day-counts.ts";
import { findScanOrder, planScan, type Scan, type ScanKey } from "./indexes.ts";
import {
  countFound,
  countScanned,
  type Found,
  type Page,
  type Position,
  scanRows,
  sortRows,
  TUNING,
  type Tuning,
  tryFirstRows,
} from "./scan.ts";
import { searchFew } from "./search.ts";

/** Reads a page of rows in the first way that fits. The README.md in this folder lists the ways. */
export async function readRows(reader: Reader, page: Page, tuning = TUNING): Promise<StoredRow[]> {
  if (page.limit === 0) return [];
  const conjuncts = findConjuncts(page.conditions);
  const order = findScanOrder(page.order);
  if (order === undefined || conjuncts.some(namesRows)) {
    return sortRows(reader, page, { from: SUBSCRIBERS_TABLE, where: toWhereSql(conjuncts) });
  }
  const { keyset, rest } = findKeyset(conjuncts, page.order);
  const scan = planScan(order.key, rest);
  const pageScan = { page, scan, order, start: keyset && toPosition(keyset, order.key) };
  if (scan.residualConditions.length > 0) {
    const first = tryFirstRows(reader, pageScan, tuning);
    if (first !== undefined) return first;
    const few = findFew(reader, rest, conjuncts, tuning);
    if (few !== undefined) return sortRows(reader, page, few);
  }
  return scanRows(reader, pageScan, tuning);
}

/** Counts rows, in the first way that fits. */
export async function countRows(reader: Reader, conditions: readonly Condition[], tuning = TUNING): Promise<number> {
  const conjuncts = findConjuncts(conditions);
  if (conjuncts.every(isCounted)) return countFromDays(reader, conjuncts);
  if (conjuncts.some(namesRows)) {
    return countFound(reader, { from: SUBSCRIBERS_TABLE, where: toWhereSql(conjuncts) });
  }
  const few = findFew(reader, conjuncts, conjuncts, tuning);
  if (few !== undefined) return countFound(reader, few);
  return countScanned(reader, planCount(conjuncts), tuning);
}

/**
 * Finds an index that leaves only a few rows.
 *
 * @param narrowing conditions that may leave only a few rows
 * @param all conditions that the rows must meet
 */
function findFew(
  reader: Reader,
  narrowing: readonly Condition[],
  all: readonly Condition[],
  { few }: Tuning,
): Found | undefined {
  const { text, values } = toWhereSql(all);
  const counted = narrowing.filter(isCounted);
  const scan = planScan("subscribed_at", counted);
  const sought = counted.filter((condition) => !scan.residualConditions.includes(condition));
  if (sought.length > 0 && countFromDays(reader, sought) <= few) {
    return {
      from: scan.from,
      where: { text: `${scan.seek.text} AND ${text}`, values: [...scan.seek.values, ...values] },
    };
  }
  const ids = searchFew(reader, narrowing, few);
  if (ids === undefined) return undefined;
  return {
    from: `${SUBSCRIBERS_TABLE} NOT INDEXED`,
    where: { text: `id IN (SELECT value FROM json_each(?)) AND ${text}`, values: [ids, ...values] },
  };
}

/** Plans the scan that checks the fewest rows: along a source, the unsubscribed rows or a time, or else the table. */
function planCount(conjuncts: readonly Condition[]): Scan {
  const byTime = planScan("subscribed_at", conjuncts);
  return byTime.residualConditions.length < conjuncts.length ? byTime : planScan("id", conjuncts);
}

function toPosition({ key, id }: { key: string; id: string }, column: ScanKey): Position {
  return {
    key: column === "subscribed_at" ? parseTimestamp(key) : parseValue(key, column === "id" ? "bigint" : "text"),
    id: parseValue(id, "bigint"),
  };
}
