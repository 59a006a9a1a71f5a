import type { AnalyticsEvent, VisitReport } from "@porchlight/protocol/analytics.ts";

/** What we ask of any analytics service: to count what visitors look at, without knowing who they are. */
export interface AnalyticsService {
  /** Takes events for counting. What is counted may be lost when the process is killed. */
  record(events: readonly AnalyticsEvent[]): void;
  /** What was counted in the last 30 days; absent where a provider stores the counts and has reports of its own. */
  report?: () => Promise<VisitReport>;
  /** Stores what was counted, for a process that ends. */
  stop(): Promise<void>;
  readonly isHosted: boolean;
}
