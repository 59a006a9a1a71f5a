import { setImmediate as letOthersRun } from "node:timers/promises";
import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { toFilterTests } from "@porchlight/protocol/subscriber-filter.ts";
import type { Reader } from "../../../data/statements.ts";
import type { Condition } from "../postgrest/conditions.ts";
import type { SubscriberReports } from "../reports.ts";
import { timestampToJson } from "../timestamps.ts";
import { COLUMNS } from "./columns.ts";
import { COUNTS_TABLE } from "./query-planner/day-counts.ts";
import { countRows, readRows } from "./query-planner/list-rows.ts";

/**
 * Rows of one page. It takes about a millisecond to read and export them. The rows are soon collected as garbage: with
 * larger pages, memory grew three times as much.
 */
const PAGE_ROWS = 100;

/** Reports from the data file. The caller has checked the rights of the client. */
interface BuiltinReports extends SubscriberReports {
  /** As {@link ListWalks.count}. */
  count(filter: SubscriberFilter): Promise<number>;
  /** As {@link ListWalks.walk}. */
  walk(filter: SubscriberFilter): AsyncIterable<readonly Subscriber[]>;
}

export function createBuiltinReports(reader: Reader): BuiltinReports {
  return {
    async growth() {
      const days = reader.all<{ date: string; added: number; total: number }>(
        `SELECT day AS date, sum(count) AS added, sum(sum(count)) OVER (ORDER BY day) AS total
         FROM ${COUNTS_TABLE} GROUP BY day ORDER BY day`,
      );
      return { points: days.map(({ date, added, total }) => ({ date, added, total })) };
    },
    async sources() {
      const sources = reader.all<{ source: string; count: number }>(
        `SELECT source, sum(count) AS count FROM ${COUNTS_TABLE} GROUP BY source ORDER BY count DESC, source`,
      );
      return { sources: sources.map(({ source, count }) => ({ source, count })) };
    },
    count: (filter) => countRows(reader, toConditions(filter)),
    async *walk(filter) {
      const filters = toConditions(filter);
      let keyset: Condition[] = [];
      for (;;) {
        const rows = await readRows(reader, {
          columns: COLUMNS.map(({ name }) => name).join(", "),
          conditions: [...filters, ...keyset],
          order: [{ column: "subscribed_at", descending: true }],
          offset: 0,
          limit: PAGE_ROWS,
        });
        // The table is STRICT, so its columns have these types.
        const page = rows as Subscriber[];
        const last = page.at(-1);
        if (last === undefined) return;
        // Changed in place, because nothing else uses these rows. A million copies would be a million more objects to
        // collect.
        for (const row of page) row.subscribed_at = timestampToJson(row.subscribed_at);
        yield page;
        if (page.length < PAGE_ROWS) return;
        keyset = toKeyset(last);
        await letOthersRun();
      }
    },
  };
}

function toConditions(filter: SubscriberFilter): Condition[] {
  return toFilterTests(filter).map(([column, operator, value]) => test(column, operator, value));
}

/** The conditions for the rows after a row. */
function toKeyset({ id, subscribed_at }: Pick<Subscriber, "id" | "subscribed_at">): Condition[] {
  return [
    test("subscribed_at", "lte", subscribed_at),
    {
      kind: "group",
      joint: "or",
      negated: false,
      conditions: [test("subscribed_at", "lt", subscribed_at), test("id", "lt", String(id))],
    },
  ];
}

function test(column: string, operator: "ilike" | "eq" | "gte" | "lt" | "lte", value: string): Condition {
  return { kind: "test", column, negated: false, test: { operator, value } };
}
