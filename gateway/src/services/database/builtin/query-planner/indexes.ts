import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Condition } from "../../postgrest/conditions.ts";
import type { OrderTerm } from "../../postgrest/select.ts";
import { type Sql, toWhereSql } from "../where.ts";
import { type PlainTest, toPlainTest } from "./conjuncts.ts";

/** A column by which an index, or the table itself, orders the rows. */
export type ScanKey = "subscribed_at" | "email" | "id";

/** The order in which a scan returns its rows. Rows with the same key are in the order of their ids. */
export type ScanOrder = { key: ScanKey; descending: boolean };

/** How to read the list in the order of a key, along one index. */
export type Scan = {
  key: ScanKey;
  /** The table, with the SQL that makes SQLite use this index and no other. */
  from: string;
  /** Conditions that the index answers by itself. */
  seek: Sql;
  /** Conditions to check on each row that the index returns; `residual` is the same as SQL. */
  residualConditions: readonly Condition[];
  residual: Sql;
};

const BY_TIME = "INDEXED BY newsletter_subscribers_by_time";
const BY_SOURCE = "INDEXED BY newsletter_subscribers_by_source";
const UNSUBSCRIBED = "INDEXED BY newsletter_subscribers_unsubscribed";
const BY_EMAIL = "INDEXED BY sqlite_autoindex_newsletter_subscribers_1";
/** The table itself is stored in the order of its ids. */
const BY_ID = "NOT INDEXED";

const COMPARISONS = new Set(["eq", "gt", "gte", "lt", "lte"]);

/** @returns the scan order for this order of rows; undefined when no index has it */
export function findScanOrder(order: readonly OrderTerm[]): ScanOrder | undefined {
  const [first, second] = order;
  if (first === undefined) return { key: "id", descending: false };
  const key = toScanKey(first.column);
  if (key === undefined) return undefined;
  // An index lists rows of the same key by id, in the direction of the key.
  const fitsIndex = second === undefined || (second.column === "id" && second.descending === first.descending);
  return fitsIndex || key === "id" ? { key, descending: first.descending } : undefined;
}

function toScanKey(column: string): ScanKey | undefined {
  return column === "subscribed_at" || column === "email" || column === "id" ? column : undefined;
}

/** Plans a scan in the order of a key, along the index that leaves the fewest rows to check. */
export function planScan(key: ScanKey, conjuncts: readonly Condition[]): Scan {
  const index = findIndex(key, conjuncts);
  const seeks = conjuncts.filter((condition) => isAnsweredBy(index, key, condition));
  const residualConditions = conjuncts.filter((condition) => !seeks.includes(condition));
  return {
    key,
    from: `${SUBSCRIBERS_TABLE} ${index}`,
    seek: toSeekSql(seeks, index),
    residualConditions,
    residual: toWhereSql(residualConditions),
  };
}

function findIndex(key: ScanKey, conjuncts: readonly Condition[]): string {
  if (key === "email") return BY_EMAIL;
  if (key === "id") return BY_ID;
  const tests = conjuncts.map(toPlainTest);
  if (tests.some(isUnsubscribed)) return UNSUBSCRIBED;
  return tests.some((test) => test?.column === "source" && test.operator === "eq") ? BY_SOURCE : BY_TIME;
}

function isAnsweredBy(index: string, key: ScanKey, condition: Condition): boolean {
  const test = toPlainTest(condition);
  if (test === undefined) return false;
  if (index === UNSUBSCRIBED && isUnsubscribed(test)) return true;
  if (index === BY_SOURCE && test.column === "source" && test.operator === "eq") return true;
  return test.column === key && COMPARISONS.has(test.operator);
}

function isUnsubscribed(test: PlainTest | undefined): boolean {
  return test?.column === "status" && test.operator === "eq" && test.value === "unsubscribed";
}

function toSeekSql(seeks: readonly Condition[], index: string): Sql {
  const where = toWhereSql(seeks);
  // SQLite uses a partial index only when its condition is part of the SQL text. A bound value is not enough.
  return index === UNSUBSCRIBED ? { text: `(status = 'unsubscribed' AND ${where.text})`, values: where.values } : where;
}
