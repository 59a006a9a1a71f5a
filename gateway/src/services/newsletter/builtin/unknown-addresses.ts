import type { RecipientKey } from "./recipients.ts";

/** Up to so much, responses that an address is unknown are believed: each adds one. */
const BELIEVED_MAX = { all: 5, domain: 3 } as const;
/** How much an accepted email makes up for. More than a fifth of unknown addresses at one domain are an outage. */
const PER_ACCEPTED = { all: 0.5, domain: 0.25 } as const;
/** Number of recipients that are remembered, so that each counts once. */
const COUNTED_MAX = 10_000;

/**
 * Whether a mail server is believed that says an address is unknown. A broken server says it of everybody, and so does a
 * large provider in an outage; nobody must leave the list for that.
 */
export interface UnknownAddresses {
  /** Counts a recipient whose address is said to be unknown, once. */
  count(recipient: RecipientKey): void;
  /** Notes that an email to a domain was accepted. */
  accept(domain: string): void;
  /** Whether such responses for a domain are believed at present. */
  isBelieved(domain: string): boolean;
}

/** Remembers what the mail server says, across all newsletters, until the site is started again. */
export function createUnknownAddresses(): UnknownAddresses {
  let hasAccepted = false;
  let unknown = 0;
  const domains = new Map<string, number>();
  const counted = new Set<string>();
  return {
    count({ newsletterId, id, domain }) {
      const key = `${newsletterId}/${id}`;
      if (counted.has(key)) return;
      if (counted.size >= COUNTED_MAX) counted.clear();
      counted.add(key);
      unknown += 1;
      domains.set(domain, (domains.get(domain) ?? 0) + 1);
    },
    accept(domain) {
      hasAccepted = true;
      unknown = Math.max(0, unknown - PER_ACCEPTED.all);
      const left = (domains.get(domain) ?? 0) - PER_ACCEPTED.domain;
      if (left > 0) domains.set(domain, left);
      else domains.delete(domain);
    },
    isBelieved: (domain) =>
      hasAccepted && unknown <= BELIEVED_MAX.all && (domains.get(domain) ?? 0) <= BELIEVED_MAX.domain,
  };
}
