import { FUZZ, tries } from "@porchlight/fixtures/fuzz.ts";
import { it } from "vitest";
import { surviveHostileRequests } from "./hostile.case.ts";

it(
  "2,000 hostile requests get no 5xx, change no data of others, and the gateway stays healthy",
  { timeout: 120_000 * FUZZ.times },
  () => surviveHostileRequests(tries(2_000).numRuns),
);
