import * as v from "valibot";
import type { PublishedTable, RowChange } from "../../shared/change-events.ts";
import { parseFilter, passes, type Test } from "./filters.ts";

/** A subscription as the client wrote it. The reply repeats all its keys, because clients compare them. */
type SubscriptionRequest = v.InferOutput<typeof requestSchema>;

export type Subscription = {
  /** Tells the client which of its requests a message belongs to. */
  id: number;
  event: "*" | RowChange["type"];
  tests: readonly Test[];
  /** Columns to send, including the key; all when absent. */
  select?: readonly string[];
};

type ParsedSubscriptions = { ok: true; subscriptions: Subscription[] } | { ok: false; message: string };

/** Maximum number of requests of one channel. */
const REQUESTS_MAX = 32;
/** Maximum length of all filters of one channel together, in characters, because they stay in memory. */
const FILTERS_MAX_LENGTH = 4_000;

// Values are flat, so that the reply can always repeat the request.
const plainSchema = v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())]);
const requestSchema = v.record(v.string(), plainSchema);

/** The requests of a join; nulls are ignored. They are counted before they are parsed, because parsing takes time. */
export const requestsSchema = v.pipe(
  v.array(v.unknown()),
  v.maxLength(REQUESTS_MAX),
  v.array(v.nullable(requestSchema)),
  v.transform((requests) => requests.filter((request) => request !== null)),
);

/** Adds the ids that the messages will carry. Equal joins get the same ids, so they can share messages. */
export function withIds(requests: readonly SubscriptionRequest[]): Record<string, unknown>[] {
  return requests.map((request, index) => ({ ...request, id: idOf(index) }));
}

/**
 * Parses subscription requests. If one request is invalid, all fail, as on the hosted platform.
 * Source: supabase/realtime, Subscriptions.parse_subscription_params.
 */
export function parseSubscriptions(
  requests: readonly SubscriptionRequest[],
  table: PublishedTable,
): ParsedSubscriptions {
  const length = requests.reduce((sum, { filter }) => sum + (typeof filter === "string" ? filter.length : 0), 0);
  if (length > FILTERS_MAX_LENGTH) return { ok: false, message: "Error parsing `filter` params: too long" };
  const subscriptions: Subscription[] = [];
  for (const [index, request] of requests.entries()) {
    const parsed = parseSubscription(request, idOf(index), table);
    if (!parsed.ok) return parsed;
    subscriptions.push(parsed.subscription);
  }
  return { ok: true, subscriptions };
}

/** Whether a subscription covers a change. */
export function wants({ event, tests }: Subscription, change: RowChange): boolean {
  if (event !== "*" && event !== change.type) return false;
  return passes(tests, change.type === "DELETE" ? change.oldRecord : change.record);
}

function idOf(index: number): number {
  // Clients read 0 as no id.
  return index + 1;
}

function parseSubscription(
  request: SubscriptionRequest,
  id: number,
  published: PublishedTable,
): { ok: true; subscription: Subscription } | { ok: false; message: string } {
  const { schema = "public", table = "*", filter = "", select } = request;
  if (request.schema === undefined && request.table === undefined) {
    return { ok: false, message: "No subscription params provided. Please provide at least a `schema` or `table`." };
  }
  const isPublished = isOrAny(schema, published.schema) && isOrAny(table, published.name);
  if (!isPublished || typeof filter !== "string") return { ok: false, message: notPublished(request) };
  const parsed = parseFilter(filter, published);
  if (!parsed.ok) return parsed;
  const subscription = { id, event: eventOf(request.event), tests: parsed.tests };
  if (select === undefined || select === null) return { ok: true, subscription };
  if (!Array.isArray(select))
    return { ok: false, message: "Error parsing `select` params: expected a list of column names" };
  if (select.length === 0) return { ok: true, subscription };
  const unknown = select.find((name) => !published.columns.some((column) => column.name === name));
  if (unknown !== undefined) return { ok: false, message: `Error parsing \`select\` params: no column ${unknown}` };
  const shown = published.columns.map(({ name }) => name);
  const columns = shown.filter((name) => name === published.primaryKey || select.includes(name));
  return { ok: true, subscription: { ...subscription, select: columns } };
}

function isOrAny(name: SubscriptionRequest[string], wanted: string): boolean {
  return name === "*" || name === wanted;
}

function eventOf(event: SubscriptionRequest[string] | undefined): Subscription["event"] {
  const name = typeof event === "string" ? event.toUpperCase() : "*";
  return name === "INSERT" || name === "UPDATE" || name === "DELETE" ? name : "*";
}

function notPublished({ schema = "public", table = "*" }: SubscriptionRequest): string {
  const parameters = `[schema: ${JSON.stringify(schema)}, table: ${JSON.stringify(table)}]`;
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${parameters}`;
}
