import type { Growth, Sources, SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";

/** What the dashboard asks about the list that the table interface cannot tell, or not for a million rows. */
export interface SubscriberReports {
  growth(): Promise<Growth>;
  sources(): Promise<Sources>;
  /** Number of subscribers that a filter lets through. */
  count(filter: SubscriberFilter): Promise<number>;
  /**
   * Walks the subscribers that a filter lets through, newest first, in pages that hold up nobody else.
   * Rows that come or go meanwhile may or may not be among them; no row comes twice.
   */
  walk(filter: SubscriberFilter): AsyncIterable<readonly Subscriber[]>;
}
