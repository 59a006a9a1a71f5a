import type { GraphQLError } from "graphql";
import { createPlaces, type Place } from "../../../../lib/places.ts";
import type { StorefrontErrorCode } from "../../errors.ts";
import { failure } from "../../graphql/failures.ts";

/**
 * Most fields that one request may resolve: some seconds of work. The largest read of an official client, 20
 * collections with 20 products each and all of their pictures and variants, stays below it with 35 variants a product.
 */
const MAX_FIELDS = 500_000;
/** Fields from which a request needs a place. A cart of 80 lines has as many. */
const LONG_FIELDS = 5_000;
/** Long requests that run at the same time. A field takes about 110 bytes, with the response in which it is written. */
const MAX_LONG = 4;
/** Long requests that wait for a place. */
const MAX_WAITING = 100;
/** Fields of all running requests without a place together. */
const MAX_SHORT_FIELDS = 1_000_000;
/** Characters of text that weigh as much as a field. */
const CHARACTERS_PER_FIELD = 50;

/** The cost of a request in fields. Nothing is estimated: a list counts with its entries. */
export type RequestCost = {
  /** @throws {GraphQLError} when the cost of this request, or of all running ones, is too high */
  add(fields: number): void;
  /** Adds the cost of a text by its length, because it can be requested under many aliases. @returns the text */
  addText(text: string): string;
  /** @throws {GraphQLError} when the request was rejected or has ended, so that its remaining work stops */
  check(): void;
  /**
   * Undefined if the request may go on, else a promise of its place among the long requests.
   *
   * @throws {GraphQLError} when too many requests wait for a place
   */
  place(): Promise<void> | undefined;
  /** Whether the request was rejected because of other requests, and may be repeated. */
  readonly isCrowdedOut: boolean;
  /** Call it when the response is finished. Remaining work of the request is rejected from then on. */
  end(): void;
};

/**
 * Starts to count the cost of a request.
 *
 * @param checkBudget called once a request that waited has its place: its client's other requests may have used up the
 *   processor time meanwhile
 */
type BeginCost = (client: string, checkBudget?: () => void) => RequestCost;

/** Creates the costs of requests, and bounds what all running requests together hold of the memory. */
export function createCosts(): { begin: BeginCost } {
  const places = createPlaces(MAX_LONG, MAX_WAITING);
  let shortFields = 0;

  function begin(client: string, checkBudget?: () => void): RequestCost {
    let fields = 0;
    /** How many of them count as those of a request without a place. */
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
          // Nothing may wait for it yet: a text that makes a request long is resolved without a pause.
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
        // Entries that waited when the request failed run later; they must not count again.
        rejection ??= failure("This request has ended.", "MAX_COST_EXCEEDED");
        place?.giveBack();
        shortFields -= short;
        short = 0;
      },
    };
    return cost;
  }

  return { begin };
}
