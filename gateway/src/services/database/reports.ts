import type { Growth, Sources, SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";

/** Reports for the dashboard that the table interface does not offer. A hosted database does not have them. */
export interface SubscriberReports {
  growth(): Promise<Growth>;
  sources(): Promise<Sources>;
}

/**
 * Reads the list for exports. `authorization` is the client's header, whose rights a hosted list checks. For the
 * built-in list, the caller has checked them.
 */
export interface ListWalks {
  /** Counts the subscribers that match a filter. */
  count(filter: SubscriberFilter, authorization: string): Promise<number>;
  /**
   * Reads the subscribers that match a filter, newest first, in pages, so that other requests do not wait. A row that
   * is added or removed meanwhile may be missing or included. No row comes twice.
   */
  walk(filter: SubscriberFilter, authorization: string): AsyncIterable<readonly Subscriber[]>;
}
