import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Writer } from "../../../data/statements.ts";
import { forgetReminders } from "../../shared/forget-reminders.ts";
import type { DatabaseResponse } from "../contract.ts";
import { notServed, PostgrestError, postgresError } from "../postgrest/errors.ts";
import { requireSingular } from "../postgrest/media.ts";
import { affectedLimit, preferenceApplied } from "../postgrest/preferences.ts";
import { contentRange } from "../postgrest/range.ts";
import { storedTimestamp } from "../timestamps.ts";
import { recordHistory } from "./history.ts";
import { fieldsOf, orderSql, type StoredRow, writeRows } from "./projection.ts";
import { type RowChange, type Store, writeAndPublish } from "./publication.ts";
import { columnsOf } from "./read.ts";
import { answerWith, forbidden, type TableRequest } from "./request.ts";
import { suppress } from "./suppression.ts";
import { toWhereSql } from "./where.ts";

/**
 * Maximum number of rows in a DELETE. In a list of a million, each row takes about 3 ms, because its address is also
 * erased from the search index. Meanwhile every other request waits. The limit also protects the list from a wrong
 * filter.
 */
export const REMOVALS_MAX = 100;

type Removal = { count: number; rows: StoredRow[] };

/** Answers DELETE: removes the rows that the filters match. */
export async function answerDelete(store: Store, request: TableRequest): Promise<DatabaseResponse> {
  const { query, preferences, media, rules } = request;
  if (rules.delete === "refused") throw forbidden(request.caller, `permission denied for table ${SUBSCRIBERS_TABLE}`);
  if (query.conditions.length === 0) throw postgresError("21000", "DELETE requires a WHERE clause");
  // PostgREST ignores a limit here and removes every match. An error is better than removing too many rows.
  if (query.isLimited) throw notServed("limit and offset do not apply to DELETE.");
  const remove = prepareRemoval(request, store.clock);
  const { count, rows } = rules.delete === "every row" ? await writeAndPublish(store, remove) : nothingRemoved(request);

  const representation = preferences.return === "representation";
  const response = answerWith(
    representation ? 200 : 204,
    representation ? writeRows(rows, fieldsOf(query.select), media) : null,
    representation ? request.headers : {},
    { "content-range": contentRange(0, 0, preferences.count === undefined ? undefined : count) },
    preferenceApplied(preferences, ["return", "count", "handling", "max-affected"]),
  );
  return { ...response, removed: count };
}

/**
 * Parses the query at once, so that every client gets the same error for a wrong query. A later error rolls the change
 * back. A removed address stays off the list until the person signs up again.
 */
function prepareRemoval(
  request: TableRequest,
  clock: () => Date,
): (writer: Writer) => { result: Removal; changes: RowChange[] } {
  const { query, preferences } = request;
  const where = toWhereSql(query.conditions);
  const columns = columnsOf(fieldsOf(query.select));
  const order = orderSql(query.order);
  const matching = `FROM ${SUBSCRIBERS_TABLE} WHERE ${where.text}`;

  return (writer) => {
    const found = writer.all<{ id: number; email: string }>(
      `SELECT id, email ${matching} LIMIT ${REMOVALS_MAX + 1}`,
      ...where.values,
    );
    if (found.length > REMOVALS_MAX) throw notServed(`A DELETE may remove ${REMOVALS_MAX} rows at most.`);
    const rows =
      preferences.return === "representation"
        ? writer.all<StoredRow>(`SELECT ${columns} ${matching} ORDER BY ${order}`, ...where.values)
        : [];
    const count = writer.run(`DELETE ${matching}`, ...where.values);
    checkCount(request, count);
    if (found.length > 0) {
      const emails = found.map(({ email }) => email);
      const now = clock();
      suppress(writer, emails, now.toISOString().slice(0, 10));
      for (const email of emails) {
        forgetReminders(writer, email);
        recordHistory(writer, { email, event: "removed", form: "dashboard", at: storedTimestamp(now) });
      }
    }
    return { result: { count, rows }, changes: found.map(({ id }): RowChange => ({ type: "DELETE", id })) };
  };
}

function nothingRemoved(request: TableRequest): Removal {
  checkCount(request, 0);
  return { count: 0, rows: [] };
}

function checkCount({ media, preferences }: TableRequest, count: number): void {
  requireSingular(media, count);
  const limit = affectedLimit(preferences);
  if (limit === undefined || count <= limit) return;
  throw new PostgrestError(400, {
    code: "PGRST124",
    message: "Query result exceeds max-affected preference constraint",
    details: `The query affects ${count} rows`,
  });
}
