import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";

/** Sign-ups from one address: everybody at a show may join over the hall's network, a script may not fill the list. */
const OWN_RATE = { burst: 60, perSecond: 0.2 };
/** Sign-ups for one mailbox, from wherever: each may send a letter to somebody who never asked for it. */
const MAILBOX_RATE = { burst: 5, perSecond: 1 / 600 };
/** Sign-ups by everybody together. More than these is a rush: of fans after a show, or of a robot with many addresses. */
const CALM_RATE = { burst: 200, perSecond: 1 };
/** Sign-ups from one address in a rush: enough for a fan who mistypes, too few to be worth an address. */
const RUSH_RATE = { burst: 3, perSecond: 1 / 600 };

/**
 * Says whether a sign-up may be tried.
 *
 * @param client what limits count by
 * @param email as it was typed; absent where only the address of the client counts
 */
export type SignUpLimit = (client: string, email?: string) => ReturnType<RateLimit>;

/**
 * Limits sign-ups so that a robot cannot fill the list, whether it has one address or many, and somebody who joins
 * meanwhile is served: in a rush nobody is refused for what others did, but each address has only a few tries, and those
 * that used theirs up are the first to wait.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createSignUpLimit(now: () => number): SignUpLimit {
  const own = createRateLimit(OWN_RATE, now);
  const mailboxes = createRateLimit(MAILBOX_RATE, now);
  const calm = createRateLimit(CALM_RATE, now);
  const rush = createRateLimit(RUSH_RATE, now);

  return (client, email = "") => {
    // Counted in calm times as well, so that whoever makes a rush has spent these tries when it begins.
    const inRush = rush(client);
    const ofOwn = own(client);
    if (!ofOwn.ok) return ofOwn;
    const mailbox = mailboxOf(email);
    const ofMailbox = mailbox === undefined ? ofOwn : mailboxes(mailbox);
    if (!ofMailbox.ok) return ofMailbox;
    return calm("everybody").ok ? { ok: true } : inRush;
  };
}

/** The mailbox behind an email: `ann+news@…` and `ann+shop@…` reach one person. Undefined where it can be none. */
function mailboxOf(email: string): string | undefined {
  const address = email.trim().toLowerCase();
  // Of any length, texts would fill the memory.
  return isEmailShaped(address) ? address.replace(/(?<=^[^@]+)\+[^@]*(?=@)/, "") : undefined;
}
