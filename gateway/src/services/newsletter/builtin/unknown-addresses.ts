/** Up to so many unknown addresses in a row are believed, in all and of one domain. */
const BELIEVED_MAX = { all: 5, domain: 3 } as const;
/** For how many unknown addresses one accepted email makes up. */
const PER_ACCEPTED = 9;

/**
 * Whether a mail server is believed that says an address is unknown. A broken server says it of everybody, and so does a
 * large provider in an outage; nobody must leave the list for that.
 */
export interface UnknownAddresses {
  /** Counts that an address is said to be unknown, each time. */
  count(domain: string): void;
  /** Notes that an email to a domain was accepted. */
  accept(domain: string): void;
  /** Whether the latest such responses for a domain are believed. */
  isBelieved(domain: string): boolean;
}

/** Remembers what the mail server says, across all newsletters, until the site is started again. */
export function createUnknownAddresses(): UnknownAddresses {
  let hasAccepted = false;
  let unknown = 0;
  const domains = new Map<string, number>();
  return {
    count(domain) {
      unknown += 1;
      domains.set(domain, (domains.get(domain) ?? 0) + 1);
    },
    accept(domain) {
      hasAccepted = true;
      unknown = Math.max(0, unknown - PER_ACCEPTED);
      domains.delete(domain);
    },
    isBelieved: (domain) =>
      hasAccepted && unknown <= BELIEVED_MAX.all && (domains.get(domain) ?? 0) <= BELIEVED_MAX.domain,
  };
}
