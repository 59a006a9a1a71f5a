/** The table of newsletter subscribers, its row and its rules, shared by every place that writes or reads it. */

/** Table name on the wire and in the data file. Source: docs/product.md §3. */
export const SUBSCRIBERS_TABLE = "newsletter_subscribers";

/** Whether mail may be sent to a subscriber. */
export type SubscriberStatus = "active" | "unsubscribed";

/** Sources that a visitor's own sign-up may name; imports carry `import:…`. */
export const WEBSITE_SOURCES = ["website-footer", "website-dialog"] as const;

/** A row of {@link SUBSCRIBERS_TABLE}. */
export type Subscriber = {
  id: number;
  /** Lower-case, unique. */
  email: string;
  status: SubscriberStatus;
  source: string;
  /** ISO 8601, UTC. */
  subscribed_at: string;
  first_name: string | null;
  last_name: string | null;
};

/** Longest first or last name that is kept, in characters. */
export const NAME_MAX_LENGTH = 200;

/** PostgreSQL's code for a second row with the same unique value. Source: postgresql.org, "Error Codes". */
export const UNIQUE_VIOLATION = "23505";

/** Longest address that mail can carry, in characters. Source: RFC 5321 §4.5.3.1.3 (256 with its brackets). */
export const EMAIL_MAX_LENGTH = 254;

/**
 * The basic shape of an email: something, an @, a domain with a dot, and no white space anywhere.
 * Source: docs/product.md §5.
 */
export function isEmailShaped(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Whether a text holds no control character, no line break of any kind, and no half of a character: what every way onto
 * the list asks of an email and of names. A list that moves comes as it is.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}
