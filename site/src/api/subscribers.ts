import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { RECENT_DAYS, RECENT_SUBSCRIBERS } from "@porchlight/protocol/limits.ts";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { DAY_MS, type FilterTest, testsOf } from "@porchlight/protocol/subscriber-filter.ts";
import { PostgrestClient } from "@supabase/postgrest-js";
import { type AccessToken, TableRefusal } from "./access.ts";
import { fetchConfig } from "./config.ts";

/** The list in numbers. Source: docs/product.md §3, analytics summary. */
export type Summary = {
  totalSubscribers: number;
  /** How many of the total have left and are kept so that nobody brings them back. */
  unsubscribed: number;
  recentSubscribers7d: number;
  recentSubscribers30d: number;
  /** Newest and oldest `subscribed_at`, null on an empty list. */
  lastUpdated: string | null;
  created: string | null;
  /** Up to five from the last seven days, the newest first. */
  recent: Subscriber[];
};

/** How the list is ordered. */
export type Order = { by: "subscribed_at" | "email"; ascending: boolean };

/** What of a row a page is found by. */
export type Bookmark = Pick<Subscriber, "id" | "email" | "subscribed_at">;

/** Where a page stands: at either end of the list, or next to a row that was seen. */
export type Place = { at: "start" | "end" } | { at: "after" | "before"; row: Bookmark };

/** A page to ask for. */
export type PageQuery = { order: Order; filter: SubscriberFilter; place: Place };

/** A page in its order, and whether the list goes on before and after it. */
export type SubscriberPage = { rows: Subscriber[]; hasPrevious: boolean; hasNext: boolean };

/** Rows of one page. */
export const PAGE_ROWS = 50;

/** Longest the dashboard waits for an answer, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** The table of subscribers as an admin reads and changes it. Every call throws {@link TableRefusal} or an {@link Error}. */
export type Subscribers = {
  summary: (signal: AbortSignal) => Promise<Summary>;
  page: (query: PageQuery, signal: AbortSignal) => Promise<SubscriberPage>;
  /** Number of subscribers that a filter lets through. */
  count: (filter: SubscriberFilter, signal: AbortSignal) => Promise<number>;
  /** Takes an address off the list; one that is not on it is no error. */
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
  /** A client for one call: its token may be another at the next. */
  async function table() {
    const [{ database }, token] = await Promise.all([fetchConfig(), accessToken()]);
    const client = new PostgrestClient<Database>(`${location.origin}/rest/v1`, {
      headers: { apikey: database.anonKey, Authorization: `Bearer ${token}` },
      timeout: TIMEOUT_MS,
      // What waits and tries again is the query cache, which knows when nobody needs the answer any more.
      retry: false,
    });
    return client.from(SUBSCRIBERS_TABLE);
  }

  async function count(filter: SubscriberFilter, signal: AbortSignal): Promise<number> {
    const query = (await table()).select("*", { count: "exact", head: true });
    return countOf(await narrow(query, filter).abortSignal(signal));
  }

  async function countSince(moment: Date, signal: AbortSignal): Promise<number> {
    const query = (await table()).select("*", { count: "exact", head: true });
    return countOf(await query.gte("subscribed_at", moment.toISOString()).abortSignal(signal));
  }

  async function endOf(ascending: boolean, rows: number, signal: AbortSignal): Promise<Subscriber[]> {
    const ordered = (await table()).select("*").order("subscribed_at", { ascending }).order("id", { ascending });
    return rowsOf(await ordered.limit(rows).abortSignal(signal));
  }

  async function readPage(query: PageQuery, signal: AbortSignal): Promise<SubscriberPage> {
    const { order, filter, place } = query;
    // Towards the start of the list the rows are read in reverse, and turned round again.
    const isReversed = place.at === "end" || place.at === "before";
    const ascending = order.ascending !== isReversed;
    let request = narrow((await table()).select("*"), filter);
    if ("row" in place) request = goOn(request, order.by, ascending, place.row);
    request = request.order(order.by, { ascending });
    if (order.by === "subscribed_at") request = request.order("id", { ascending });
    // One row more tells whether there are any.
    const found = rowsOf(await request.limit(PAGE_ROWS + 1).abortSignal(signal));
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
        endOf(false, RECENT_SUBSCRIBERS, signal),
        endOf(true, 1, signal),
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
      // Rows went meanwhile: what is left at that end makes a whole page again.
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
      const answer = await (await table()).delete().eq("email", email.toLowerCase());
      if (answer.error) throw failureOf(answer);
    },
  };
}

/** What of PostgREST's query builder narrows a list; the builder's own type also tracks every column asked for. */
type Narrowed<Self> = {
  filter: (...test: FilterTest) => Self;
};

function narrow<Query extends Narrowed<Query>>(query: Query, filter: SubscriberFilter): Query {
  return testsOf(filter).reduce((narrowed, test) => narrowed.filter(...test), query);
}

type Continued<Self> = {
  gt: (column: "email", value: string) => Self;
  lt: (column: "email", value: string) => Self;
  gte: (column: "subscribed_at", value: string) => Self;
  lte: (column: "subscribed_at", value: string) => Self;
  or: (conditions: string) => Self;
};

/** Rows that follow one in this direction. */
function goOn<Query extends Continued<Query>>(query: Query, by: Order["by"], ascending: boolean, row: Bookmark): Query {
  if (by === "email") return ascending ? query.gt("email", row.email) : query.lt("email", row.email);
  // The outer bound lets an index go straight to the place; the pair behind it settles rows of the same moment.
  const beyond = ascending ? "gt" : "lt";
  const bounded = ascending
    ? query.gte("subscribed_at", row.subscribed_at)
    : query.lte("subscribed_at", row.subscribed_at);
  return bounded.or(`subscribed_at.${beyond}."${row.subscribed_at}",id.${beyond}.${row.id}`);
}

type Answer<Rows> = {
  status: number;
  data: Rows;
  count: number | null;
  error: { code: string; message: string } | null;
};

function rowsOf(answer: Answer<Subscriber[] | null>): Subscriber[] {
  if (answer.error) throw failureOf(answer);
  return answer.data ?? [];
}

function countOf(answer: Answer<unknown>): number {
  if (answer.error) throw failureOf(answer);
  if (answer.count === null) throw new Error("The table answered a count without a number");
  return answer.count;
}

/** The client reports a request that got no answer as one of status 0. */
function failureOf({ status, error }: Pick<Answer<unknown>, "status" | "error">): Error {
  if (status === 0) return new Error("The table could not be reached", { cause: error });
  return new TableRefusal(status, error?.code ?? "", error?.message ?? "");
}
