import type { Reader } from "../data/statements.ts";
import { findSubscriber, readConsent } from "../services/database/builtin/consent-records.ts";
import { readBounces, readReceived } from "../services/newsletter/builtin/received.ts";
import { readReminders } from "../services/shows/reminders/reminders-of-person.ts";
import { readOrders } from "../services/store/builtin/orders/orders-of-person.ts";

/**
 * Everything that the data file stores about an address, for a person who asks. A list at Supabase and a shop at
 * Shopify are not included.
 */
export function readPersonFile(reader: Reader, email: string): object {
  return {
    email,
    subscriber: findSubscriber(reader, email) ?? null,
    consent: readConsent(reader, email),
    newsletters: readReceived(reader, email),
    bounces: readBounces(reader, email),
    reminders: readReminders(reader, email),
    orders: readOrders(reader, email),
  };
}
