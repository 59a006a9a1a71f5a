import type { GraphQLResolveInfo } from "graphql";
import { badRequest } from "../../graphql/failures.ts";
import type { RequestContext } from "./request-context.ts";
import { weightOf } from "./weight.ts";

/** Arguments of every paged field. Source: shopify.dev, "Paginating results with GraphQL". */
export type PageArguments = {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
};

/** A value, or a promise of it in a later time slice. */
type Deferred<Value> = Value | Promise<Value>;
type Edge<Item> = { cursor: string; node: Item };

/** A page of a list, as GraphQL resolves it. */
export type Connection<Item> = {
  readonly edges: Deferred<Edge<Item>>[];
  readonly nodes: Deferred<Item>[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

type Page<Item> = { edges: Edge<Item>[]; pageInfo: Connection<Item>["pageInfo"] };

/** Maximum number of entries of one page. */
export const MAX_PAGE = 250;

/**
 * Returns the requested page of a list. In a long request, the page waits for the next time slice.
 *
 * @param idOf an entry's id, which stays the same while the list changes
 * @throws {GraphQLError} for arguments that hosted stores reject too, and if the request is too costly
 */
export function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  args: PageArguments,
  context: RequestContext,
  info: GraphQLResolveInfo,
): Connection<Item> | Promise<Connection<Item>> {
  const page = cutPage(args.reverse ? items.toReversed() : items, idOf, args);
  context.cost.add(page.edges.length * weightOf(info));
  const connection: Connection<Item> = {
    get edges() {
      return inSlices(page.edges, weightOf(info), context);
    },
    get nodes() {
      const nodes = page.edges.map(({ node }) => node);
      return inSlices(nodes, weightOf(info), context);
    },
    pageInfo: page.pageInfo,
  };
  return inTurn(context, connection);
}

/**
 * Charges the request for the entries of a list without pages. Returns them at once or, if this time slice is over, in
 * the next one.
 */
export function listOf<Entry>(
  entries: readonly Entry[],
  context: RequestContext,
  info: GraphQLResolveInfo,
): Deferred<readonly Entry[]> {
  context.cost.add(entries.length * (1 + weightOf(info)));
  return inTurn(context, entries);
}

/** Returns a value at once if the request may continue, otherwise once it has its place and its next time slice. */
function inTurn<Value>(context: RequestContext, value: Value): Deferred<Value> {
  const turn = nextTurn(context);
  if (!turn) return value;
  return turn.then(() => {
    context.cost.check();
    return value;
  });
}

/** Undefined if the request may continue; otherwise resolves once it has a place and its next time slice. */
export function nextTurn({ cost, task }: Pick<RequestContext, "cost" | "task">): Promise<void> | undefined {
  return cost.place()?.then(task.resume) ?? task.pause();
}

/** Fields of a page that are resolved in one time slice. */
const FIELDS_PER_SLICE = 2_000;

/**
 * Divides the entries of a long list among time slices.
 *
 * @param weight number of fields that one entry resolves
 */
export function inSlices<Entry>(entries: Entry[], weight: number, context: RequestContext): Deferred<Entry>[] {
  const perSlice = Math.max(1, Math.floor(FIELDS_PER_SLICE / Math.max(1, weight)));
  let slice: Promise<void> | undefined;
  return entries.map((entry, at) => {
    if (at > 0 && at % perSlice === 0) slice = context.task.resume().then(() => context.cost.check());
    return slice ? slice.then(() => entry) : entry;
  });
}

function cutPage<Item>(items: readonly Item[], idOf: (item: Item) => string, args: PageArguments): Page<Item> {
  const { first, last } = checkedSize(args);
  const isAfter = args.after ? placeOf(readCursor(args.after, "after"), items, idOf) : undefined;
  const isBefore = args.before ? placeOf(readCursor(args.before, "before"), items, idOf) : undefined;
  let start = isAfter ? (isAfter.isThere ? isAfter.place + 1 : isAfter.place) : 0;
  let end = isBefore ? isBefore.place : items.length;
  end = Math.max(start, end);
  if (first !== undefined) end = Math.min(end, start + first);
  if (last !== undefined) start = Math.max(start, end - last);

  const edges = items.slice(start, end).map((node, at) => ({ cursor: writeCursor(start + at, idOf(node)), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function checkedSize({ first, last }: PageArguments): { first?: number; last?: number } {
  if (typeof first === "number" && typeof last === "number")
    throw badRequest("Request a page with first or with last, not with both.");
  const size = first ?? last;
  if (typeof size !== "number") throw badRequest("Request a page with first or with last.");
  if (size < 0) throw badRequest("A page cannot have fewer than 0 entries.");
  if (size > MAX_PAGE) throw badRequest(`A page can have ${MAX_PAGE} entries at most, not ${size}.`);
  return typeof first === "number" ? { first } : { last: size };
}

/**
 * A cursor names an entry. The search for the entry begins at the cursor's position. If the entry is missing, the page
 * begins there.
 */
type Cursor = { place: number; id: string };

function writeCursor(place: number, id: string): string {
  return Buffer.from(`${place} ${id}`, "latin1").toString("base64url");
}

function readCursor(cursor: string, argument: "after" | "before"): Cursor {
  const match = /^(\d{1,9}) ([!-~]{1,200})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (!match) throw badRequest(`The cursor of ${argument} is not one of this store.`);
  const [, place = "", id = ""] = match;
  return { place: Number(place), id };
}

function placeOf<Item>(
  { place, id }: Cursor,
  items: readonly Item[],
  idOf: (item: Item) => string,
): { place: number; isThere: boolean } {
  const guess = items[place];
  if (guess !== undefined && idOf(guess) === id) return { place, isThere: true };
  const found = items.findIndex((item) => idOf(item) === id);
  if (found !== -1) return { place: found, isThere: true };
  return { place: Math.min(place, items.length), isThere: false };
}

/** The id of a catalogue entry in a cursor. */
export function idOf({ id }: { id: number }): string {
  return String(id);
}
