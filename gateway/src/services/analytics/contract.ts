import type { AnalyticsEvent, VisitReport } from "@porchlight/protocol/analytics.ts";

/** An analytics service: counts what visitors view, without knowing who they are. */
export interface AnalyticsService {
  /** Counts events. Counts may be lost if the process is killed. */
  record(events: readonly AnalyticsEvent[]): void;
  /** The counts of the last 30 days; absent if a provider stores the counts and makes its own reports. */
  report?: () => Promise<VisitReport>;
  /** Stores the remaining counts before the process ends. */
  stop(): Promise<void>;
  readonly isHosted: boolean;
}
