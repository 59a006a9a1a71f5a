import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { endOfDay, SEARCH_INSIDE_LENGTH, startOfDay } from "@porchlight/protocol/subscriber-filter.ts";

export function hasConditions(filter: SubscriberFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** Whether a row matches a filter. The table decides in the same way, but treats an asterisk as a wildcard. */
export function matchesFilter(filter: SubscriberFilter, row: Subscriber): boolean {
  const { email, source, status, from, to } = filter;
  if (source !== undefined && row.source !== source) return false;
  if (status !== undefined && row.status !== status) return false;
  const time = Date.parse(row.subscribed_at);
  if (from !== undefined && time < Date.parse(startOfDay(from))) return false;
  if (to !== undefined && time >= Date.parse(endOfDay(to))) return false;
  if (email === undefined) return true;
  const [part, address] = [email.toLowerCase(), row.email.toLowerCase()];
  return [...part].length < SEARCH_INSIDE_LENGTH ? address.startsWith(part) : address.includes(part);
}
