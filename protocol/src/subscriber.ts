/** The table of newsletter subscribers: its row and its rules. */

/** Table name on the wire and in the data file. Source: docs/product.md §3. */
export const SUBSCRIBERS_TABLE = "newsletter_subscribers";

/** Header of a sign-up with the path of the page, for the record of what somebody agreed to. */
export const SIGN_UP_PAGE_HEADER = "x-porchlight-page";

export type SubscriberStatus = "active" | "unsubscribed";

/** Sources of sign-ups on the site; imports have `import:…`. */
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

/** Longest stored first or last name, in characters. */
export const NAME_MAX_LENGTH = 200;

/** PostgreSQL's code for a second row with the same unique value. Source: postgresql.org, "Error Codes". */
export const UNIQUE_VIOLATION = "23505";

/** Longest email address, in characters. Source: RFC 5321 §4.5.3.1.3 (256 with its brackets). */
export const EMAIL_MAX_LENGTH = 254;

/** Checks the basic shape of an email: text, an @, a domain with a dot, no white space. Source: docs/product.md §5. */
export function isEmailShaped(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Whether a text has no control character, line break or unpaired surrogate. Every sign-up requires this of emails and
 * names; an import of a whole list does not.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}
