import { createMailboxLimit, type MailboxLimit, type MailboxRates } from "./mailbox-limit.ts";
import { createRateLimit } from "./rate-limit.ts";

const SIGN_UP_RATES: MailboxRates = {
  // A whole audience may join over the network of one hall, but a script must not fill the list.
  own: { burst: 60, perSecond: 0.2 },
  total: { burst: 200, perSecond: 1 },
  reduced: { burst: 3, perSecond: 1 / 600 },
};

/** Sign-ups of one mailbox. */
const MAILBOX_RATE = { burst: 5, perSecond: 1 / 600 };

/**
 * Requests for reminders of one client: a hall full of fans at once, then 200 a day. Each sends an email to any given
 * address, which a sign-up does not.
 */
const REMINDER_RATE = { burst: 200, perSecond: 200 / (24 * 60 * 60) };

/** Says whether a sign-up is allowed. */
export type SignUpLimit = MailboxLimit;

/**
 * Limits sign-ups, so that a robot cannot fill the list.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createSignUpLimit(now: () => number): SignUpLimit {
  return createMailboxLimit(SIGN_UP_RATES, createRateLimit(MAILBOX_RATE, now), now);
}

/**
 * Limits requests for reminders of shows, together with sign-ups and by client, so that a robot with one address cannot
 * have emails sent to thousands of strangers a day.
 *
 * @param now as for {@link createSignUpLimit}
 */
export function createReminderLimit(signUps: SignUpLimit, now: () => number): SignUpLimit {
  const reminders = createRateLimit(REMINDER_RATE, now);
  return (client, email) => {
    const ofSignUps = signUps(client, email);
    return ofSignUps.ok ? reminders(client) : ofSignUps;
  };
}
