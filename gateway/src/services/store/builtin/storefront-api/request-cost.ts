import type { GraphQLError } from "graphql";
import type { StorefrontErrorCode } from "../../errors.ts";
import { failure } from "../../graphql/failures.ts";

/**
 * Most fields that one request may have resolved: some seconds of work. The largest read of an official client, 20
 * collections with 20 products each and all of their pictures and variants, stays below with 35 variants a product.
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
  /** Long text counts by its length: it can be requested many times under other names. */
  addText(text: string): string;
  /** @throws {GraphQLError} when the request was rejected or has ended, so that its remaining work stops */
  check(): void;
  /** Call it when the request is answered. Its remaining work is rejected from then on. */
  end(): void;
};

/** Counts of all requests together. */
export function createCosts(): { begin: () => RequestCost } {
  let heavyRequests = 0;

  function begin(): RequestCost {
    let fields = 0;
    let isHeavy = false;
    let refusal: GraphQLError | undefined;
    const refuse = (message: string, code: StorefrontErrorCode) => {
      refusal = failure(message, code);
      throw refusal;
    };
    const cost: RequestCost = {
      check() {
        if (refusal) throw refusal;
      },
      add(more) {
        cost.check();
        fields += more;
        if (fields > MAX_FIELDS) refuse("This asks for too much at once. Ask for smaller pages.", "MAX_COST_EXCEEDED");
        if (isHeavy || fields < HEAVY_FIELDS) return;
        if (heavyRequests >= MAX_HEAVY) refuse("The store is busy. Please ask again in a moment.", "THROTTLED");
        isHeavy = true;
        heavyRequests += 1;
      },
      addText(text) {
        if (text.length > CHARACTERS_PER_FIELD) cost.add(Math.floor(text.length / CHARACTERS_PER_FIELD));
        return text;
      },
      end() {
        // Entries that waited when the request failed run later; they must not count again.
        refusal ??= failure("This request was answered already.", "MAX_COST_EXCEEDED");
        if (isHeavy) heavyRequests -= 1;
        isHeavy = false;
      },
    };
    return cost;
  }

  return { begin };
}
