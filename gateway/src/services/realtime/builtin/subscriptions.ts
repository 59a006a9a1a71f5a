import * as v from "valibot";
import type { PublishedTable, RowChange } from "../../shared/change-events.ts";
import { parseFilter, passes, type Test } from "./filters.ts";

/** What a client asks to hear of, as it wrote it; sent back key for key, since clients compare. */
export type Wish = v.InferOutput<typeof wishSchema>;

/** One wish, read. */
export type Subscription = {
  /** What the client tells its wishes apart by. */
  id: number;
  event: "*" | RowChange["type"];
  tests: readonly Test[];
  /** Columns to show, the key among them; all when absent. */
  select?: readonly string[];
};

/** Subscriptions, or the sentence that says why none of them stands. */
export type ReadWishes = { ok: true; subscriptions: Subscription[] } | { ok: false; message: string };

/** Most wishes of one channel. */
const WISHES_MAX = 32;
/** Longest filters of one channel together, in characters: a channel is kept as long as a socket is open. */
const FILTERS_MAX_LENGTH = 4_000;

// Flat, so that what is sent back can always be written.
const plainSchema = v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())]);
const wishSchema = v.record(v.string(), plainSchema);

/** The wishes of a join; null among them is passed over. They are counted before any is read: reading takes time. */
export const wishesSchema = v.pipe(
  v.array(v.unknown()),
  v.maxLength(WISHES_MAX),
  v.array(v.nullable(wishSchema)),
  v.transform((wishes) => wishes.filter((wish) => wish !== null)),
);

/** Wishes with the ids that their messages will carry. Equal joins get equal ids, so they can share messages. */
export function withIds(wishes: readonly Wish[]): Record<string, unknown>[] {
  return wishes.map((wish, index) => ({ ...wish, id: idOf(index) }));
}

/**
 * Reads wishes. As on the hosted platform one that is wrong takes the others with it.
 * Source: supabase/realtime, Subscriptions.parse_subscription_params.
 */
export function readWishes(wishes: readonly Wish[], table: PublishedTable): ReadWishes {
  const length = wishes.reduce((sum, { filter }) => sum + (typeof filter === "string" ? filter.length : 0), 0);
  if (length > FILTERS_MAX_LENGTH) return { ok: false, message: "Error parsing `filter` params: too long" };
  const subscriptions: Subscription[] = [];
  for (const [index, wish] of wishes.entries()) {
    const read = readWish(wish, idOf(index), table);
    if (!read.ok) return read;
    subscriptions.push(read.subscription);
  }
  return { ok: true, subscriptions };
}

/** Whether a subscription is to hear of a change. */
export function wants({ event, tests }: Subscription, change: RowChange): boolean {
  if (event !== "*" && event !== change.type) return false;
  return passes(tests, change.type === "DELETE" ? change.oldRecord : change.record);
}

function idOf(index: number): number {
  // Clients take 0 for none.
  return index + 1;
}

function readWish(
  wish: Wish,
  id: number,
  published: PublishedTable,
): { ok: true; subscription: Subscription } | { ok: false; message: string } {
  const { schema = "public", table = "*", filter = "", select } = wish;
  if (wish.schema === undefined && wish.table === undefined) {
    return { ok: false, message: "No subscription params provided. Please provide at least a `schema` or `table`." };
  }
  const isPublished = isOrAny(schema, published.schema) && isOrAny(table, published.name);
  if (!isPublished || typeof filter !== "string") return { ok: false, message: notPublished(wish) };
  const parsed = parseFilter(filter, published);
  if (!parsed.ok) return parsed;
  const subscription = { id, event: eventOf(wish.event), tests: parsed.tests };
  if (select === undefined || select === null) return { ok: true, subscription };
  if (!Array.isArray(select))
    return { ok: false, message: "Error parsing `select` params: expected a list of column names" };
  if (select.length === 0) return { ok: true, subscription };
  const unknown = select.find((name) => !published.columns.some((column) => column.name === name));
  if (unknown !== undefined) return { ok: false, message: `Error parsing \`select\` params: no column ${unknown}` };
  const shown = published.columns.map(({ name }) => name);
  const kept = shown.filter((name) => name === published.primaryKey || select.includes(name));
  return { ok: true, subscription: { ...subscription, select: kept } };
}

function isOrAny(name: Wish[string], wanted: string): boolean {
  return name === "*" || name === wanted;
}

function eventOf(event: Wish[string] | undefined): Subscription["event"] {
  const name = typeof event === "string" ? event.toUpperCase() : "*";
  return name === "INSERT" || name === "UPDATE" || name === "DELETE" ? name : "*";
}

function notPublished({ schema = "public", table = "*" }: Wish): string {
  const parameters = `[schema: ${JSON.stringify(schema)}, table: ${JSON.stringify(table)}]`;
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${parameters}`;
}
