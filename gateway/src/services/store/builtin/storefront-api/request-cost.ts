import type { GraphQLError } from "graphql";
import type { StorefrontErrorCode } from "../../errors.ts";
import { failure } from "../../graphql/failures.ts";

/**
 * Most fields that one request may resolve: some seconds of work. The largest read of an official client, 20
 * collections with 20 products each and all of their pictures and variants, stays below it with 35 variants a product.
 */
const MAX_FIELDS = 500_000;
/** Fields from which a request counts as heavy. */
const HEAVY_FIELDS = 100_000;
/** Heavy requests that run at the same time, so that their responses together fit into memory. */
const MAX_HEAVY = 4;
/** Characters of text that weigh as much as a field. */
const CHARACTERS_PER_FIELD = 50;

/** The cost of a request in fields. Nothing is estimated: a list counts with its entries. */
export type RequestCost = {
  /** @throws {GraphQLError} when the cost is too high, or too many heavy requests are running */
  add(fields: number): void;
  /** Adds the cost of a text by its length, because it can be requested under many aliases. @returns the text */
  addText(text: string): string;
  /** @throws {GraphQLError} when the request was rejected or has ended, so that its remaining work stops */
  check(): void;
  /** Call it when the response is finished. Remaining work of the request is rejected from then on. */
  end(): void;
};

/** Creates the costs of requests, and counts the heavy requests that run. */
export function createCosts(): { begin: () => RequestCost } {
  let heavyRequests = 0;

  function begin(): RequestCost {
    let fields = 0;
    let isHeavy = false;
    let rejection: GraphQLError | undefined;
    const reject = (message: string, code: StorefrontErrorCode) => {
      rejection = failure(message, code);
      throw rejection;
    };
    const cost: RequestCost = {
      check() {
        if (rejection) throw rejection;
      },
      add(more) {
        cost.check();
        fields += more;
        if (fields > MAX_FIELDS) reject("This request costs too much. Request smaller pages.", "MAX_COST_EXCEEDED");
        if (isHeavy || fields < HEAVY_FIELDS) return;
        if (heavyRequests >= MAX_HEAVY) reject("The store is busy. Please try again in a moment.", "THROTTLED");
        isHeavy = true;
        heavyRequests += 1;
      },
      addText(text) {
        if (text.length > CHARACTERS_PER_FIELD) cost.add(Math.floor(text.length / CHARACTERS_PER_FIELD));
        return text;
      },
      end() {
        // Entries that waited when the request failed run later; they must not count again.
        rejection ??= failure("This request has ended.", "MAX_COST_EXCEEDED");
        if (isHeavy) heavyRequests -= 1;
        isHeavy = false;
      },
    };
    return cost;
  }

  return { begin };
}
