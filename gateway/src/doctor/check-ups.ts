import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { hasPassed } from "../lib/has-passed.ts";
import type { Requester } from "./subject.ts";

/** Check-ups of a running site. */
export interface CheckUps {
  /** Runs a check-up, or returns the one that is running or less than a minute old. */
  run(requester: Requester): Promise<CheckUp>;
}

/** How long a report is cached, in milliseconds: each check-up sends requests to providers, which limit their rate. */
export const CACHE_MS = 60_000;

/**
 * Runs one check-up at a time and caches its report.
 *
 * @param checkUp runs a check-up
 */
export function createCheckUps(checkUp: (requester: Requester) => Promise<CheckUp>, clock: () => Date): CheckUps {
  let running: Promise<CheckUp> | undefined;
  let cached: { report: CheckUp; at: number } | undefined;

  async function run(requester: Requester): Promise<CheckUp> {
    try {
      const report = await checkUp(requester);
      cached = { report, at: clock().getTime() };
      return report;
    } finally {
      running = undefined;
    }
  }

  return {
    async run(requester) {
      if (cached && !hasPassed(cached.at, clock().getTime(), CACHE_MS)) return cached.report;
      running ??= run(requester);
      return running;
    },
  };
}
