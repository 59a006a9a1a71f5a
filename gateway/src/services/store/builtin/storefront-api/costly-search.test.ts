import { tries } from "@porchlight/fixtures/fuzz.ts";
import { expect, onTestFinished, test } from "vitest";
import { searchCostlyRequests } from "../../../../testing/costly-requests/search-costly-requests.ts";
import { describeRequest } from "../../../../testing/costly-requests/store-request.ts";
import { startCallCounter } from "../../../../testing/count-calls.ts";
import { aCostlyStore } from "./costly-store.case.ts";
import { storefrontSchema } from "./schema.ts";

/** The shop is small, so that the cost of a request comes from the request itself. */
const SIZE = { products: 6, collections: 2, carts: 19, lines: 60 };
/**
 * Maximum number of function calls for each byte of a request and its response. Usual requests take 2 to 30 calls. This
 * search found 87 within 250 tries, when validation still compared many fields with each other.
 */
const MAX_CALLS_BY_BYTE = 60;
/** Maximum number of function calls of one request. Reading nineteen carts of 60 lines takes a third of a million. */
const MAX_CALLS = 1_500_000;
/** What the search maximises. */
const AIMS = ["calls", "callsByByte"] as const;

test("no request that a search finds costs more than the sizes of request and response allow", async () => {
  const store = await aCostlyStore(SIZE);
  const counter = await startCallCounter();
  onTestFinished(() => counter.stop());
  const { seed, numRuns } = tries(80);
  const { tried, costliest } = await searchCostlyRequests({
    schema: storefrontSchema(),
    ids: store.ids,
    count: numRuns,
    seed,
    aims: AIMS,
    async measure(body) {
      await counter.count();
      const response = await (await store.post(body)).text();
      const calls = await counter.count();
      return { calls, callsByByte: calls / (body.length + response.length) };
    },
  });
  const [most] = costliest.calls;
  const [mostByByte] = costliest.callsByByte;
  expect(most?.cost.calls, most && describeRequest(most.request)).toBeLessThan(MAX_CALLS);
  expect(mostByByte?.cost.callsByByte, mostByByte && describeRequest(mostByByte.request)).toBeLessThan(
    MAX_CALLS_BY_BYTE,
  );
  // Checks that the counter works: reading the carts takes many calls.
  expect(most?.cost.calls).toBeGreaterThan(100_000);
  expect(tried).toBeGreaterThanOrEqual(numRuns);
  expect(store.unforeseen).toEqual([]);
});
