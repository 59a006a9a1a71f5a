import { tries } from "@porchlight/fixtures/fuzz.ts";
import { expect, it } from "vitest";
import { createScheduler } from "../../../../lib/scheduler.ts";
import {
  type CostlyRequest,
  type SearchResult,
  searchCostlyRequests,
} from "../../../../testing/costly-requests/search-costly-requests.ts";
import { describeRequest } from "../../../../testing/costly-requests/store-request.ts";
import { soak } from "../../../../testing/soak.ts";
import { aCostlyStore } from "./costly-store.case.ts";
import { storefrontSchema } from "./schema.ts";

/** A shop larger than most, with as many full carts as one request may read. */
const SIZE = { products: 250, collections: 20, carts: 19, lines: 1_000 };
const REPORTED = 5;
/** What the search maximises, in milliseconds of processor time. During a time slice nobody else is served. */
const AIMS = ["whole", "byKilobyte", "longestSlice"] as const;

it("no request blocks the processor for long, and the costliest requests that a search finds are reported", (test) =>
  soak(test, "costly requests", 20_000, async (count) => {
    let longestSlice = 0;
    const spend = (_: string, milliseconds: number) => {
      longestSlice = Math.max(longestSlice, milliseconds);
    };
    const store = await aCostlyStore(SIZE, createScheduler({ budget: { check: () => ({ ok: true }), spend } }));
    const measure = async (body: string) => {
      longestSlice = 0;
      const before = process.threadCpuUsage();
      await (await store.post(body)).arrayBuffer();
      const { user, system } = process.threadCpuUsage(before);
      const whole = (user + system) / 1_000;
      return { whole, byKilobyte: (1_000 * whole) / body.length, longestSlice };
    };
    const result = await searchCostlyRequests({
      schema: storefrontSchema(),
      ids: store.ids,
      count,
      seed: tries().seed,
      aims: AIMS,
      measure,
    });
    test.task.meta.remarks = remarksOn(result);
    expect(store.unforeseen).toEqual([]);
    expect(result.tried).toBeGreaterThanOrEqual(count);
  }));

function remarksOn({ costliest }: SearchResult<(typeof AIMS)[number]>): string[] {
  const { whole, byKilobyte, longestSlice } = costliest;
  return [
    ...whole.slice(0, REPORTED).map((found) => `Costly: ${found.cost.whole.toFixed(1)} ms, ${sizeOf(found)}`),
    ...byKilobyte
      .slice(0, 1)
      .map((found) => `Costly for its size: ${found.cost.byKilobyte.toFixed(1)} ms for each kB, ${sizeOf(found)}`),
    ...longestSlice
      .slice(0, REPORTED)
      .map((found) => `Longest without a pause: ${found.cost.longestSlice.toFixed(1)} ms, ${sizeOf(found)}`),
  ];
}

function sizeOf({ bytes, request }: CostlyRequest<string>): string {
  return `${bytes} bytes: ${describeRequest(request)}`;
}
