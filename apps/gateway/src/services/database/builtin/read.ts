import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Reader } from "../../../data/statements.ts";
import type { DatabaseAnswer } from "../contract.ts";
import { requireSingular } from "../postgrest/media.ts";
import { preferenceApplied } from "../postgrest/preferences.ts";
import { contentRange, outOfBounds, rangeStatus } from "../postgrest/range.ts";
import { type Field, fieldsOf, orderSql, type StoredRow, writeRows } from "./projection.ts";
import { answerWith, type TableRequest } from "./request.ts";
import { type Sql, whereOf } from "./where.ts";

/** Most rows of one answer, the same as on the hosted platform: page with `range`. */
export const ROWS_MAX = 1_000;

/** Answers GET and HEAD: rows of the list, their number, or both. */
export function answerRead(reader: Reader, request: TableRequest): DatabaseAnswer {
  const { query, preferences, media, rules } = request;
  const fields = fieldsOf(query.select);
  const order = orderSql(query.order);
  // Worked out for those who see no row as well: a wrong value is refused whoever asks.
  const where = rules.select === "every row" ? whereOf(query.conditions) : none(whereOf(query.conditions));
  const { offset } = query.range;
  const limit = Math.min(query.range.limit ?? ROWS_MAX, ROWS_MAX);

  const total = preferences.count === undefined ? undefined : countRows(reader, where);
  if (total !== undefined && offset > total) throw outOfBounds(offset, total);
  const page = { where, order, offset, limit };
  const rows = request.method === "HEAD" ? undefined : selectRows(reader, columnsOf(fields), page);
  const found = rows === undefined ? countPage(reader, page) : rows.length;
  requireSingular(media, found);

  return answerWith(
    rangeStatus(found, total),
    rows === undefined ? null : writeRows(rows, fields, media),
    request.headers,
    { "content-range": contentRange(offset, found, total) },
    preferenceApplied(preferences, ["count", "handling"]),
  );
}

/** Columns that the fields are made from, each once; SQLite has no select of none. */
export function columnsOf(fields: readonly Field[]): string {
  return [...new Set(fields.map(({ column }) => column.name))].join(", ") || "id";
}

type Page = { where: Sql; order: string; offset: number; limit: number };

function selectRows(reader: Reader, columns: string, { where, order, offset, limit }: Page): StoredRow[] {
  return reader.all<StoredRow>(
    `SELECT ${columns} FROM ${SUBSCRIBERS_TABLE} WHERE ${where.text} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...where.values,
    limit,
    offset,
  );
}

function countPage(reader: Reader, { where, offset, limit }: Page): number {
  return count(
    reader,
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${SUBSCRIBERS_TABLE} WHERE ${where.text} LIMIT ? OFFSET ?)`,
    [...where.values, limit, offset],
  );
}

function countRows(reader: Reader, where: Sql): number {
  return count(reader, `SELECT count(*) AS n FROM ${SUBSCRIBERS_TABLE} WHERE ${where.text}`, where.values);
}

function count(reader: Reader, sql: string, values: Sql["values"]): number {
  return reader.get<{ n: number }>(sql, ...values)?.n ?? 0;
}

function none(where: Sql): Sql {
  return { text: `FALSE AND ${where.text}`, values: where.values };
}
