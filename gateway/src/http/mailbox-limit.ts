import { mailboxKey, normaliseEmail } from "../lib/email-address.ts";
import { createRateLimit, type Rate, type RateLimit, type RateLimitResult } from "./rate-limit.ts";

/** How often something may be requested that sends an email. */
export type MailboxRates = {
  /** By one client. */
  own: Rate;
  /** By all clients together. More than that is a rush: of fans after a show, or of a robot with many addresses. */
  calm: Rate;
  /** By one client in a rush: enough for a fan who mistypes, too few to be worth an address. */
  rush: Rate;
};

/**
 * Says whether something may be requested that sends an email.
 *
 * @param client the key that limits count by
 * @param email as it was typed; absent where only the client counts
 */
export type MailboxLimit = (client: string, email?: string) => RateLimitResult;

/**
 * Limits by client, by mailbox and in a rush. A robot is slowed whether it has one address or many, and a fan who comes
 * meanwhile is served: during a rush each client has a few tries of its own, and clients that have used theirs wait first.
 *
 * @param mailboxes limits requests for one mailbox from all clients: each may send an email to a person who never asked
 * @param now milliseconds on a clock that never goes back
 */
export function createMailboxLimit(rates: MailboxRates, mailboxes: RateLimit, now: () => number): MailboxLimit {
  const own = createRateLimit(rates.own, now);
  const calm = createRateLimit(rates.calm, now);
  const rush = createRateLimit(rates.rush, now);

  return (client, email = "") => {
    // Counted in calm times as well: the clients that make a rush have used their tries up when it begins.
    const inRush = rush(client);
    const ofOwn = own(client);
    if (!ofOwn.ok) return ofOwn;
    const address = normaliseEmail(email);
    const ofMailbox = address === undefined ? ofOwn : mailboxes(mailboxKey(address));
    if (!ofMailbox.ok) return ofMailbox;
    return calm("everybody").ok ? { ok: true } : inRush;
  };
}
