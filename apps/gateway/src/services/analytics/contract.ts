import type { AnalyticsEvent } from "@porchlight/protocol/analytics.ts";

/** What we ask of any analytics service: to count what visitors look at, without knowing who they are. */
export interface AnalyticsService {
  /** Takes events for counting. What is counted may be lost when the process is killed. */
  record(events: readonly AnalyticsEvent[]): void;
  /** Stores what was counted, for a process that ends. */
  stop(): Promise<void>;
  readonly isHosted: boolean;
}
