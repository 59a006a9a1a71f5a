import { setImmediate as nextTurn } from "node:timers/promises";
import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { toFilterTests } from "@porchlight/protocol/subscriber-filter.ts";
import type { Reader } from "../../../data/statements.ts";
import type { Condition } from "../postgrest/conditions.ts";
import type { SubscriberReports } from "../reports.ts";
import { timestampToJson } from "../timestamps.ts";
import { COLUMNS } from "./columns.ts";
import { COUNTS_TABLE } from "./counts.ts";
import { countRows, readRows } from "./list.ts";

/**
 * Rows that are read at once. With what an export makes of them they are about a millisecond of work, and so few that
 * hardly any outlives its turn: larger pages let the memory grow by three times as much.
 */
const PAGE_ROWS = 100;

/** What the data file can tell of the list. The caller has checked the rights before. */
interface BuiltinReports extends SubscriberReports {
  /** Of the walks that exports are made of. */
  count(filter: SubscriberFilter): Promise<number>;
  /** Of the walks that exports are made of. */
  walk(filter: SubscriberFilter): AsyncIterable<readonly Subscriber[]>;
}

/** Reports from the data file. */
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
    count: (filter) => countRows(reader, conditionsOf(filter)),
    async *walk(filter) {
      const narrowing = conditionsOf(filter);
      let behind: Condition[] = [];
      for (;;) {
        const rows = await readRows(reader, {
          columns: COLUMNS.map(({ name }) => name).join(", "),
          conditions: [...narrowing, ...behind],
          order: [{ column: "subscribed_at", descending: true }],
          offset: 0,
          limit: PAGE_ROWS,
        });
        // The columns are those of the table, which is STRICT.
        const page = rows as Subscriber[];
        const last = page.at(-1);
        if (last === undefined) return;
        // Nobody else has these rows, and copies of a million would be so much more to clear away.
        for (const row of page) row.subscribed_at = timestampToJson(row.subscribed_at);
        yield page;
        if (page.length < PAGE_ROWS) return;
        behind = conditionsBehind(last);
        await nextTurn();
      }
    },
  };
}

function conditionsOf(filter: SubscriberFilter): Condition[] {
  return toFilterTests(filter).map(([column, operator, value]) => test(column, operator, value));
}

function conditionsBehind({ id, subscribed_at }: Pick<Subscriber, "id" | "subscribed_at">): Condition[] {
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
