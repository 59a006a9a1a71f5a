import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { hasPassed } from "../lib/has-passed.ts";
import type { Requester } from "./subject.ts";

/** Check-ups of a running site. */
export interface CheckUps {
  /** Makes one, or gives the one that is under way or less than a minute old. */
  run(requester: Requester): Promise<CheckUp>;
}

/** How long one is given again, in milliseconds: each asks providers and mail servers, which count. */
export const CACHE_MS = 60_000;

/**
 * Check-ups that are never made twice at once.
 *
 * @param checkUp makes one
 */
export function createCheckUps(checkUp: (requester: Requester) => Promise<CheckUp>, clock: () => Date): CheckUps {
  let underWay: Promise<CheckUp> | undefined;
  let cached: { report: CheckUp; at: number } | undefined;

  async function make(requester: Requester): Promise<CheckUp> {
    try {
      const report = await checkUp(requester);
      cached = { report, at: clock().getTime() };
      return report;
    } finally {
      underWay = undefined;
    }
  }

  return {
    async run(requester) {
      if (cached && !hasPassed(cached.at, clock().getTime(), CACHE_MS)) return cached.report;
      underWay ??= make(requester);
      return underWay;
    },
  };
}
