import { emailLimitKey, normaliseEmail } from "../lib/email-address.ts";
import { createRateLimit, type Rate, type RateLimit, type RateLimitResult } from "./rate-limit.ts";

/** Rates for requests that name a mailbox, such as sign-ups and orders. Most of them send it an email. */
export type MailboxRates = {
  /** For one client. */
  own: Rate;
  /** For all clients together. More requests than this count as heavy traffic: fans after a show, or a robot. */
  total: Rate;
  /** For one client during heavy traffic: enough for a fan who mistypes, too little for a robot. */
  reduced: Rate;
};

/**
 * Counts a request that names a mailbox, and says whether it is allowed.
 *
 * @param client the key that limits count by
 * @param email the email as typed; without an email only the client's limits apply
 */
export type MailboxLimit = (client: string, email?: string) => RateLimitResult;

/**
 * Limits by client, by mailbox and in total. This slows down a robot with one address or with many. A fan can still
 * sign up meanwhile: during heavy traffic each client has a few tries, and only clients that have used them have to
 * wait.
 *
 * @param mailboxes limits requests for one mailbox by all clients, since each may send a person an unwanted email
 * @param now milliseconds on a clock that never goes back
 */
export function createMailboxLimit(rates: MailboxRates, mailboxes: RateLimit, now: () => number): MailboxLimit {
  const own = createRateLimit(rates.own, now);
  const total = createRateLimit(rates.total, now);
  const reduced = createRateLimit(rates.reduced, now);

  return (client, email = "") => {
    // Always counted, so that the clients that cause the heavy traffic have no tries left when it begins.
    const reducedResult = reduced(client);
    const ownResult = own(client);
    if (!ownResult.ok) return ownResult;
    const address = normaliseEmail(email);
    const mailboxResult = address === undefined ? ownResult : mailboxes(emailLimitKey(address));
    if (!mailboxResult.ok) return mailboxResult;
    return total("everybody").ok ? { ok: true } : reducedResult;
  };
}
