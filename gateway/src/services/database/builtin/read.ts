import type { Reader } from "../../../data/statements.ts";
import type { DatabaseResponse } from "../contract.ts";
import { requireSingular } from "../postgrest/media.ts";
import { preferenceApplied } from "../postgrest/preferences.ts";
import { contentRange, outOfBounds, rangeStatus } from "../postgrest/range.ts";
import { type Field, fieldsOf, orderSql, writeRows } from "./projection.ts";
import { countRows, readRows } from "./query-planner/list-rows.ts";
import { answerWith, type TableRequest } from "./request.ts";
import { toWhereSql } from "./where.ts";

/** Maximum number of rows in a response, as on the hosted platform. A client reads more with `range`. */
export const ROWS_MAX = 1_000;

/** Answers GET and HEAD with rows of the list, the number of rows, or both. */
export async function answerRead(reader: Reader, request: TableRequest): Promise<DatabaseResponse> {
  const { query, preferences, media, rules } = request;
  const fields = fieldsOf(query.select);
  // Checked even for clients who may see no row, so that every client gets the same error for a wrong value.
  orderSql(query.order);
  toWhereSql(query.conditions);
  const { conditions, order } = query;
  const seesRows = rules.select === "every row";
  const { offset } = query.range;
  const limit = Math.min(query.range.limit ?? ROWS_MAX, ROWS_MAX);

  const isCounted = preferences.count !== undefined;
  const total = isCounted ? (seesRows ? await countRows(reader, conditions) : 0) : undefined;
  if (total !== undefined && offset > total) throw outOfBounds(offset, total);
  const isHead = request.method === "HEAD";
  const page = { columns: isHead ? "id" : columnsOf(fields), conditions, order, offset, limit };
  // A HEAD with a count needs no rows, because the count shows how many rows the page would hold.
  const rows = !seesRows || (isHead && isCounted) ? [] : await readRows(reader, page);
  const found = isHead && total !== undefined ? Math.min(limit, total - offset) : rows.length;
  requireSingular(media, found);

  return answerWith(
    rangeStatus(found, total),
    isHead ? null : writeRows(rows, fields, media),
    request.headers,
    { "content-range": contentRange(offset, found, total) },
    preferenceApplied(preferences, ["count", "handling"]),
  );
}

/**
 * The columns that the fields need, each once, for a SELECT. SQLite needs at least one column.
 */
export function columnsOf(fields: readonly Field[]): string {
  return [...new Set(fields.map(({ column }) => column.name))].join(", ") || "id";
}
