import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { RECENT_DAYS, RECENT_SUBSCRIBERS } from "@porchlight/protocol/limits.ts";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { DAY_MS, type FilterTest, toFilterTests } from "@porchlight/protocol/subscriber-filter.ts";
import { PostgrestClient } from "@supabase/postgrest-js";
import { type AccessToken, TableError } from "./access.ts";
import { deleteReminders } from "./admin.ts";
import { fetchConfig } from "./config.ts";

/** Numbers of subscribers. Source: docs/product.md §3, analytics summary. */
export type Summary = {
  totalSubscribers: number;
  /** Unsubscribed rows of the total. They stay stored, so that an import does not add them again. */
  unsubscribed: number;
  recentSubscribers7d: number;
  recentSubscribers30d: number;
  /** Newest and oldest `subscribed_at`; null if the list is empty. */
  lastUpdated: string | null;
  created: string | null;
  /** Up to five from the last seven days, the newest first. */
  recent: Subscriber[];
};

export type Order = { by: "subscribed_at" | "email"; ascending: boolean };

/** The columns that identify a row's place in the list. */
export type Bookmark = Pick<Subscriber, "id" | "email" | "subscribed_at">;

/** Place of a page: at either end of the list, or next to a row. */
export type Place = { at: "start" | "end" } | { at: "after" | "before"; row: Bookmark };

export type PageQuery = { order: Order; filter: SubscriberFilter; place: Place };

/** A page, and whether the list has rows before and after it. */
export type SubscriberPage = { rows: Subscriber[]; hasPrevious: boolean; hasNext: boolean };

/** Rows of one page. */
export const PAGE_ROWS = 50;

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** The table of subscribers for an admin. Every call throws {@link TableError} or an {@link Error}. */
export type Subscribers = {
  summary: (signal: AbortSignal) => Promise<Summary>;
  page: (query: PageQuery, signal: AbortSignal) => Promise<SubscriberPage>;
  count: (filter: SubscriberFilter, signal: AbortSignal) => Promise<number>;
  /** Removes an email, and its requests for emails about shows. An unknown email is not an error. */
  remove: (email: string) => Promise<void>;
};

type Database = {
  public: {
    Tables: { [SUBSCRIBERS_TABLE]: { Row: Subscriber; Insert: Subscriber; Update: Subscriber; Relationships: [] } };
    Views: Record<never, never>;
    Functions: Record<never, never>;
  };
};

/** Opens the table over PostgREST's interface. */
export function createSubscribers(accessToken: AccessToken): Subscribers {
  /** Opens a client for one call, because the token may change. */
  async function table() {
    const [{ database }, token] = await Promise.all([fetchConfig(), accessToken()]);
    const client = new PostgrestClient<Database>(`${location.origin}/rest/v1`, {
      headers: { apikey: database.anonKey, Authorization: `Bearer ${token}` },
      timeout: TIMEOUT_MS,
      // The query cache retries instead, because it knows when the result is no longer needed.
      retry: false,
    });
    return client.from(SUBSCRIBERS_TABLE);
  }

  async function count(filter: SubscriberFilter, signal: AbortSignal): Promise<number> {
    const query = (await table()).select("*", { count: "exact", head: true });
    return readCount(await narrow(query, filter).abortSignal(signal));
  }

  async function countSince(moment: Date, signal: AbortSignal): Promise<number> {
    const query = (await table()).select("*", { count: "exact", head: true });
    return readCount(await query.gte("subscribed_at", moment.toISOString()).abortSignal(signal));
  }

  async function fetchFromEnd(ascending: boolean, rows: number, signal: AbortSignal): Promise<Subscriber[]> {
    const ordered = (await table()).select("*").order("subscribed_at", { ascending }).order("id", { ascending });
    return readRows(await ordered.limit(rows).abortSignal(signal));
  }

  async function readPage(query: PageQuery, signal: AbortSignal): Promise<SubscriberPage> {
    const { order, filter, place } = query;
    // Pages towards the start of the list are read in reverse order.
    const isReversed = place.at === "end" || place.at === "before";
    const ascending = order.ascending !== isReversed;
    let request = narrow((await table()).select("*"), filter);
    if ("row" in place) request = continueAfter(request, order.by, ascending, place.row);
    request = request.order(order.by, { ascending });
    if (order.by === "subscribed_at") request = request.order("id", { ascending });
    // One more row shows whether the list goes on.
    const found = readRows(await request.limit(PAGE_ROWS + 1).abortSignal(signal));
    const goesOn = found.length > PAGE_ROWS;
    const rows = found.slice(0, PAGE_ROWS);
    return isReversed
      ? { rows: rows.reverse(), hasPrevious: goesOn, hasNext: place.at === "before" }
      : { rows, hasPrevious: place.at === "after", hasNext: goesOn };
  }

  return {
    async summary(signal) {
      const now = Date.now();
      const since = (days: number) => new Date(now - days * DAY_MS);
      const [total, unsubscribed, week, month, newest, oldest] = await Promise.all([
        count({}, signal),
        count({ status: "unsubscribed" }, signal),
        countSince(since(RECENT_DAYS.week), signal),
        countSince(since(RECENT_DAYS.month), signal),
        fetchFromEnd(false, RECENT_SUBSCRIBERS, signal),
        fetchFromEnd(true, 1, signal),
      ]);
      const weekStart = since(RECENT_DAYS.week).getTime();
      return {
        totalSubscribers: total,
        unsubscribed,
        recentSubscribers7d: week,
        recentSubscribers30d: month,
        lastUpdated: newest[0]?.subscribed_at ?? null,
        created: oldest[0]?.subscribed_at ?? null,
        recent: newest.filter((row) => Date.parse(row.subscribed_at) >= weekStart),
      };
    },

    async page(query, signal) {
      const page = await readPage(query, signal);
      // If rows were removed meanwhile, this page may be short or empty. A full page from that end replaces it.
      if (query.place.at === "before" && !page.hasPrevious) {
        return readPage({ ...query, place: { at: "start" } }, signal);
      }
      if (query.place.at === "after" && page.rows.length === 0) {
        return readPage({ ...query, place: { at: "end" } }, signal);
      }
      return page;
    },

    count,

    async remove(email) {
      const response = await (await table()).delete().eq("email", email.toLowerCase());
      if (response.error) throw toError(response);
      // The built-in list deletes reminders of shows by itself; Supabase does not know them.
      const { services } = await fetchConfig();
      if (services.database === "hosted") await deleteReminders(await accessToken(), email);
    },
  };
}

/** The part of PostgREST's query builder that this file uses. The library's type also tracks the requested columns. */
type Narrowed<Self> = {
  filter: (...test: FilterTest) => Self;
};

function narrow<Query extends Narrowed<Query>>(query: Query, filter: SubscriberFilter): Query {
  return toFilterTests(filter).reduce((narrowed, test) => narrowed.filter(...test), query);
}

type Continued<Self> = {
  gt: (column: "email", value: string) => Self;
  lt: (column: "email", value: string) => Self;
  gte: (column: "subscribed_at", value: string) => Self;
  lte: (column: "subscribed_at", value: string) => Self;
  or: (conditions: string) => Self;
};

/** Limits a query to the rows that follow `row` in this direction. */
function continueAfter<Query extends Continued<Query>>(
  query: Query,
  by: Order["by"],
  ascending: boolean,
  row: Bookmark,
): Query {
  if (by === "email") return ascending ? query.gt("email", row.email) : query.lt("email", row.email);
  // The first condition uses the index. The second one orders rows with the same time.
  const beyond = ascending ? "gt" : "lt";
  const bounded = ascending
    ? query.gte("subscribed_at", row.subscribed_at)
    : query.lte("subscribed_at", row.subscribed_at);
  return bounded.or(`subscribed_at.${beyond}."${row.subscribed_at}",id.${beyond}.${row.id}`);
}

type TableResponse<Rows> = {
  status: number;
  data: Rows;
  count: number | null;
  error: { code: string; message: string } | null;
};

function readRows(response: TableResponse<Subscriber[] | null>): Subscriber[] {
  if (response.error) throw toError(response);
  return response.data ?? [];
}

function readCount(response: TableResponse<unknown>): number {
  if (response.error) throw toError(response);
  if (response.count === null) throw new Error("The table responded to a count without a number");
  return response.count;
}

/** The client uses status 0 for a request without a response. */
function toError({ status, error }: Pick<TableResponse<unknown>, "status" | "error">): Error {
  if (status === 0) return new Error("The table could not be reached", { cause: error });
  return new TableError(status, error?.code ?? "", error?.message ?? "");
}
