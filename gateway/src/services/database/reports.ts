import type { Growth, Sources, SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";

/** What the dashboard asks about the list that the table interface cannot tell; a hosted database cannot either. */
export interface SubscriberReports {
  growth(): Promise<Growth>;
  sources(): Promise<Sources>;
}

/**
 * Ways through the list for files that are made of it. Each is gone with the rights of the client, by the
 * `Authorization` header of theirs; where the list is stored here they were checked before.
 */
export interface ListWalks {
  /** Number of subscribers that a filter lets through. */
  count(filter: SubscriberFilter, authorization: string): Promise<number>;
  /**
   * Walks the subscribers that a filter lets through, newest first, in pages, so that other requests do not wait.
   * Rows that come or go meanwhile may or may not be among them; no row comes twice.
   */
  walk(filter: SubscriberFilter, authorization: string): AsyncIterable<readonly Subscriber[]>;
}
