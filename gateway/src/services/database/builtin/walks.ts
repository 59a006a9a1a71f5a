import type { Condition } from "../postgrest/conditions.ts";
import type { OrderTerm } from "../postgrest/select.ts";
import { type PlainTest, plainTest } from "./conjuncts.ts";
import { type Sql, whereOf } from "./where.ts";

/** Columns along which an index, or the table itself, lists the rows. */
export type WalkKey = "subscribed_at" | "email" | "id";

/** A way through the list in order, along one index. */
export type Walk = {
  key: WalkKey;
  /** What follows the table's name to hold SQLite to this index, whatever it thinks of the others. */
  index: string;
  /** Conditions that the index itself answers. */
  seek: Sql;
  /** Conditions to try on each row that the index gives; undefined when there are none. */
  residual: Sql | undefined;
  residualConditions: readonly Condition[];
};

const BY_TIME = "INDEXED BY newsletter_subscribers_by_time";
const BY_SOURCE = "INDEXED BY newsletter_subscribers_by_source";
const UNSUBSCRIBED = "INDEXED BY newsletter_subscribers_unsubscribed";
const BY_EMAIL = "INDEXED BY sqlite_autoindex_newsletter_subscribers_1";
/** The table itself lies in the order of its ids. */
const BY_ID = "NOT INDEXED";

const COMPARISONS = new Set(["eq", "gt", "gte", "lt", "lte"]);

/** The column and direction of an order that an index has; undefined for any other order. */
export function walkedOrder(order: readonly OrderTerm[]): { key: WalkKey; descending: boolean } | undefined {
  const [first, second] = order;
  if (first === undefined) return { key: "id", descending: false };
  const key = walkKey(first.column);
  if (key === undefined) return undefined;
  // Rows of the same key come by id, in the direction of the first term.
  const goesOn = second === undefined || (second.column === "id" && second.descending === first.descending);
  return goesOn || key === "id" ? { key, descending: first.descending } : undefined;
}

function walkKey(column: string): WalkKey | undefined {
  return column === "subscribed_at" || column === "email" || column === "id" ? column : undefined;
}

/** The way along a column that leaves the fewest rows to try. */
export function walkAlong(key: WalkKey, conjuncts: readonly Condition[]): Walk {
  const index = indexFor(key, conjuncts);
  const seeks = conjuncts.filter((condition) => isSought(condition, key, index));
  const others = conjuncts.filter((condition) => !seeks.includes(condition));
  return {
    key,
    index,
    seek: seekSql(seeks, index),
    residual: others.length === 0 ? undefined : whereOf(others),
    residualConditions: others,
  };
}

function indexFor(key: WalkKey, conjuncts: readonly Condition[]): string {
  if (key === "email") return BY_EMAIL;
  if (key === "id") return BY_ID;
  const tests = conjuncts.map(plainTest);
  if (tests.some(isUnsubscribed)) return UNSUBSCRIBED;
  return tests.some((test) => test?.column === "source" && test.operator === "eq") ? BY_SOURCE : BY_TIME;
}

function isSought(condition: Condition, key: WalkKey, index: string): boolean {
  const test = plainTest(condition);
  if (test === undefined) return false;
  if (index === UNSUBSCRIBED && isUnsubscribed(test)) return true;
  if (index === BY_SOURCE && test.column === "source" && test.operator === "eq") return true;
  return test.column === key && COMPARISONS.has(test.operator);
}

function isUnsubscribed(test: PlainTest | undefined): boolean {
  return test?.column === "status" && test.operator === "eq" && test.value === "unsubscribed";
}

function seekSql(seeks: readonly Condition[], index: string): Sql {
  const where = whereOf(seeks);
  // A bound value does not tell SQLite that the rows are those of the partial index.
  return index === UNSUBSCRIBED ? { text: `(status = 'unsubscribed' AND ${where.text})`, values: where.values } : where;
}
