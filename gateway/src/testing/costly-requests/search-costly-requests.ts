import { BREAK, type DocumentNode, type GraphQLSchema, visit } from "graphql";
import { createRandom } from "../random.ts";
import { type ChangeContext, changeRequest } from "./change-request.ts";
import { seedRequests } from "./seed-requests.ts";
import { createBody, type StoreIds, type StoreRequest } from "./store-request.ts";

/** A request and its cost for each aim of the search. */
export type CostlyRequest<Aim extends string> = { request: StoreRequest; bytes: number; cost: Record<Aim, number> };

export type SearchResult<Aim extends string> = {
  tried: number;
  /** For each aim, the costliest request of each initial shape, the costliest first. */
  costliest: Record<Aim, CostlyRequest<Aim>[]>;
};

type SearchOptions<Aim extends string> = {
  schema: GraphQLSchema;
  ids: StoreIds;
  /** Number of requests in all. */
  count: number;
  seed: number;
  /** Kinds of cost. The search maximises each one separately. */
  aims: readonly Aim[];
  /** Sends a body and measures its cost. */
  measure: (body: string) => Promise<Record<Aim, number>>;
};

/** The store's endpoint rejects longer bodies than this. */
const MAX_BODY_BYTES = 128 * 1024;
/** Maximum number of changes in one step. Some shapes cost more only after several changes. */
const MAX_CHANGES = 4;
/** Twice as many nodes as the store accepts in a document. */
const MAX_NODES = 8_000;
/** A climb ends after this many unusable changes for each request of the search. */
const MAX_MISFITS = 20;

/**
 * Searches by hill climbing for requests that are costly for a store. For each aim it starts from each initial shape,
 * changes the costliest request so far at random, and continues with the changed request if it costs more.
 */
export async function searchCostlyRequests<Aim extends string>(
  options: SearchOptions<Aim>,
): Promise<SearchResult<Aim>> {
  const { schema, ids, count, seed, aims, measure } = options;
  const context: ChangeContext = { random: createRandom(seed), schema };
  let tried = 0;

  async function tryOut(request: StoreRequest): Promise<CostlyRequest<Aim> | undefined> {
    const body = createBody(request, tried);
    const bytes = Buffer.byteLength(body);
    if (bytes > MAX_BODY_BYTES) return undefined;
    tried += 1;
    return { request, bytes, cost: await measure(body) };
  }

  async function climb(from: StoreRequest, aim: Aim, until: number): Promise<CostlyRequest<Aim> | undefined> {
    let best = await tryOut(from);
    let misfits = 0;
    while (best && tried < until && misfits < MAX_MISFITS * count) {
      const changed = changeOften(best.request, context);
      const found = changed && (await tryOut(changed));
      if (!found) misfits += 1;
      if (!found || found.cost[aim] <= best.cost[aim]) continue;
      // If the request only cost more because the machine was slow, the second measurement is lower.
      const again = await tryOut(found.request);
      if (again && again.cost[aim] > best.cost[aim]) best = again.cost[aim] < found.cost[aim] ? again : found;
    }
    return best;
  }

  const seeds = seedRequests(ids);
  const found: [Aim, CostlyRequest<Aim>[]][] = [];
  for (const [at, aim] of aims.entries()) {
    const ofAim: CostlyRequest<Aim>[] = [];
    for (const [index, request] of seeds.entries()) {
      const done = at * seeds.length + index + 1;
      const best = await climb(request, aim, Math.round((count * done) / (seeds.length * aims.length)));
      if (best) ofAim.push(best);
    }
    found.push([aim, ofAim.toSorted((a, b) => b.cost[aim] - a.cost[aim])]);
  }
  // The loop above adds an entry for each aim.
  return { tried, costliest: Object.fromEntries(found) as SearchResult<Aim>["costliest"] };
}

function changeOften(request: StoreRequest, context: ChangeContext): StoreRequest | undefined {
  let changed = request;
  for (let left = 1 + context.random.below(MAX_CHANGES); left > 0; left -= 1) {
    const next = changeRequest(changed, context);
    if (next && !isTooLarge(next.document)) changed = next;
  }
  return changed === request ? undefined : changed;
}

/** Counts the nodes of a document. A repeated part is one object in memory, but counts each time. */
function isTooLarge(document: DocumentNode): boolean {
  let nodes = 0;
  visit(document, {
    enter() {
      nodes += 1;
      return nodes > MAX_NODES ? BREAK : undefined;
    },
  });
  return nodes > MAX_NODES;
}
