import type { GraphQLResolveInfo } from "graphql";
import { badRequest } from "../../graphql/failures.ts";
import { weightOf } from "./documents/weight.ts";
import type { RequestContext } from "./request-context.ts";

/** Arguments of every paged field. Source: shopify.dev, "Paginating results with GraphQL". */
export type PageArguments = {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
};

/** A page of a list. */
export type Connection<Item> = {
  edges: { cursor: string; node: Item }[];
  readonly nodes: Item[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

/** Most entries of one page. */
export const MAX_PAGE = 250;

/**
 * The page of a list that was asked for. Where a request is already long, the page waits for its turn.
 *
 * @param idOf what stays the same about an entry while the list changes around it
 * @throws {GraphQLError} for arguments that hosted stores refuse too, and when a request grows too costly
 */
export function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  asked: PageArguments,
  context: RequestContext,
  info: GraphQLResolveInfo,
): Connection<Item> | Promise<Connection<Item>> {
  const page = cutPage(asked.reverse ? items.toReversed() : items, idOf, asked);
  context.cost.add(page.edges.length * weightOf(info));
  const turn = context.turns.wait();
  if (!turn) return page;
  return turn.then(() => {
    context.cost.check();
    return page;
  });
}

function cutPage<Item>(items: readonly Item[], idOf: (item: Item) => string, asked: PageArguments): Connection<Item> {
  const { first, last } = checkedSize(asked);
  const isAfter = asked.after ? placeOf(readCursor(asked.after, "after"), items, idOf) : undefined;
  const isBefore = asked.before ? placeOf(readCursor(asked.before, "before"), items, idOf) : undefined;
  let start = isAfter ? (isAfter.isThere ? isAfter.place + 1 : isAfter.place) : 0;
  let end = isBefore ? isBefore.place : items.length;
  end = Math.max(start, end);
  if (first !== undefined) end = Math.min(end, start + first);
  if (last !== undefined) start = Math.max(start, end - last);

  const edges = items.slice(start, end).map((node, at) => ({ cursor: writeCursor(start + at, idOf(node)), node }));
  return {
    edges,
    get nodes() {
      return edges.map(({ node }) => node);
    },
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
    throw badRequest("A page is asked for with first or with last, not with both.");
  const size = first ?? last;
  if (typeof size !== "number") throw badRequest("A page is asked for with first or with last.");
  if (size < 0) throw badRequest("A page cannot have fewer than 0 entries.");
  if (size > MAX_PAGE) throw badRequest(`A page can have ${MAX_PAGE} entries at most, not ${size}.`);
  return typeof first === "number" ? { first } : { last: size };
}

/**
 * A cursor names the entry itself. Its place is only where to look first, and where to go on when the entry has gone.
 */
type Cursor = { place: number; id: string };

function writeCursor(place: number, id: string): string {
  return Buffer.from(`${place} ${id}`, "latin1").toString("base64url");
}

function readCursor(cursor: string, argument: "after" | "before"): Cursor {
  const match = /^(\d{1,9}) ([!-~]{1,200})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (!match) throw badRequest(`The cursor of ${argument} is none that this store has given.`);
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
