import { mailboxKey, normaliseEmail } from "../lib/email-address.ts";
import { createRateLimit, type Rate, type RateLimit, type RateLimitResult } from "./rate-limit.ts";

/** How much may be asked for that has a letter sent. */
export type MailboxRates = {
  /** By one client. */
  own: Rate;
  /** By everybody together. More than these is a rush: of fans after a show, or of a robot with many addresses. */
  calm: Rate;
  /** By one client in a rush: enough for a fan who mistypes, too few to be worth an address. */
  rush: Rate;
};

/**
 * Says whether something may be tried that has a letter sent.
 *
 * @param client what limits count by
 * @param email as it was typed; absent where only the address of the client counts
 */
export type MailboxLimit = (client: string, email?: string) => RateLimitResult;

/**
 * Limits by client, by mailbox and in a rush, so that a robot is slowed whether it has one address or many, and somebody
 * who comes meanwhile is served: in a rush nobody is refused for what others did, but each address has only a few tries,
 * and those that used theirs up are the first to wait.
 *
 * @param mailboxes for one mailbox, from wherever: each may have an email sent to somebody who never asked for it
 * @param now milliseconds on a clock that never goes back
 */
export function createMailboxLimit(rates: MailboxRates, mailboxes: RateLimit, now: () => number): MailboxLimit {
  const own = createRateLimit(rates.own, now);
  const calm = createRateLimit(rates.calm, now);
  const rush = createRateLimit(rates.rush, now);

  return (client, email = "") => {
    // Counted in calm times as well, so that whoever makes a rush has spent these tries when it begins.
    const inRush = rush(client);
    const ofOwn = own(client);
    if (!ofOwn.ok) return ofOwn;
    const address = normaliseEmail(email);
    const ofMailbox = address === undefined ? ofOwn : mailboxes(mailboxKey(address));
    if (!ofMailbox.ok) return ofMailbox;
    return calm("everybody").ok ? { ok: true } : inRush;
  };
}
