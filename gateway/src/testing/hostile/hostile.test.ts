import { FUZZ, tries } from "@porchlight/fixtures/fuzz.ts";
import { it } from "vitest";
import { bearsHostileRequests } from "./hostile.case.ts";

it(
  "2,000 hostile requests get no 5xx, change nothing that is not theirs and leave the gateway well",
  { timeout: 120_000 * FUZZ.times },
  () => bearsHostileRequests(tries(2_000).numRuns),
);
