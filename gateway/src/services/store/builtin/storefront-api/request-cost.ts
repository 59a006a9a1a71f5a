import type { GraphQLError } from "graphql";
import { createPlaces, type Place } from "../../../../lib/places.ts";
import type { StorefrontErrorCode } from "../../errors.ts";
import { failure } from "../../graphql/failures.ts";

/**
 * Maximum number of fields that one request may resolve: some seconds of work. The largest read of an official client,
 * 20 collections with 20 products each and all of their pictures and variants, stays below it with 35 variants a
 * product.
 */
const MAX_FIELDS = 500_000;
/** A request with at least this many fields needs a place. A cart of 80 lines has as many. */
const LONG_FIELDS = 5_000;
/**
 * Maximum number of long requests that run at the same time. A field takes about 110 bytes, including its part of the
 * response.
 */
const MAX_LONG = 4;
/** Maximum number of long requests that wait for a place. */
const MAX_WAITING = 100;
/** Maximum number of fields of all running requests without a place together. */
const MAX_SHORT_FIELDS = 1_000_000;
/** Characters of text that cost as much as a field. */
const CHARACTERS_PER_FIELD = 50;

/** The cost of a request in fields. Nothing is estimated: each entry of a list counts. */
export type RequestCost = {
  /** @throws {GraphQLError} when the cost of this request, or of all running ones, is too high */
  add(fields: number): void;
  /** Adds the cost of a text by its length, because it can be requested under many aliases. @returns the text */
  addText(text: string): string;
  /** @throws {GraphQLError} when the request was rejected or has ended, so that its remaining work stops */
  check(): void;
  /**
   * Undefined if the request may continue; otherwise resolves once it has a place among the long requests.
   *
   * @throws {GraphQLError} when too many requests wait for a place
   */
  place(): Promise<void> | undefined;
  /** Whether the request was rejected because of other requests. If so, it may be repeated. */
  readonly isCrowdedOut: boolean;
  /** Called when the response is finished. From then on, remaining work of the request is rejected. */
  end(): void;
};

/**
 * Starts to count the cost of a request.
 *
 * @param checkBudget called when a request gets a place after a wait, because the client's other requests may have used
 *   up the processor time meanwhile
 * @param gone aborted when the client has disconnected; then the request stops waiting, and its remaining work is
 *   rejected
 */
type BeginCost = (client: string, checkBudget?: () => void, gone?: AbortSignal) => RequestCost;

/** Creates the costs of requests, and limits how much memory all running requests take together. */
export function createCosts(): { begin: BeginCost } {
  const places = createPlaces(MAX_LONG, MAX_WAITING);
  let shortFields = 0;

  function begin(client: string, checkBudget?: () => void, gone?: AbortSignal): RequestCost {
    let fields = 0;
    /** Fields that counted before the request took a place. */
    let short = 0;
    let place: Place | undefined;
    let waiting: Promise<void> | undefined;
    let rejection: GraphQLError | undefined;
    let isCrowdedOut = false;
    const reject = (message: string, code: StorefrontErrorCode) => {
      rejection = failure(message, code);
      throw rejection;
    };
    const crowdOut = () => {
      cost.check();
      isCrowdedOut = true;
      reject("The store is busy. Please try again in a moment.", "THROTTLED");
    };
    const cost: RequestCost = {
      get isCrowdedOut() {
        return isCrowdedOut;
      },
      check() {
        if (rejection) throw rejection;
      },
      add(more) {
        cost.check();
        fields += more;
        if (fields > MAX_FIELDS) reject("This request costs too much. Request smaller pages.", "MAX_COST_EXCEEDED");
        if (place) return;
        if (fields >= LONG_FIELDS) {
          place = places.take(client);
          waiting = place.taken?.then(() => {
            checkBudget?.();
            waiting = undefined;
          }, crowdOut);
          // Otherwise a rejection could be unhandled: a text that makes a request long does not wait for this.
          waiting?.catch(() => {});
          return;
        }
        short += more;
        shortFields += more;
        if (shortFields > MAX_SHORT_FIELDS) crowdOut();
      },
      addText(text) {
        if (text.length > CHARACTERS_PER_FIELD) cost.add(Math.floor(text.length / CHARACTERS_PER_FIELD));
        return text;
      },
      place: () => waiting,
      end() {
        // Entries that waited when the request failed run later. They must not count any more.
        rejection ??= failure("This request has ended.", "MAX_COST_EXCEEDED");
        place?.giveBack();
        shortFields -= short;
        short = 0;
      },
    };
    const stop = () => {
      rejection ??= failure("The client has disconnected.", "THROTTLED");
      // A running request keeps its place until it ends, because until then it takes up memory.
      if (waiting) place?.giveBack();
    };
    if (gone?.aborted) stop();
    else gone?.addEventListener("abort", stop);
    return cost;
  }

  return { begin };
}
