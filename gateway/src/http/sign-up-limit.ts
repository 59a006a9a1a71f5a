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
 * Requests of one client that each send an email to any given address: a hall full of fans at once, then 200 a day. So
 * a robot with one address cannot have emails sent to thousands of strangers a day.
 */
const EMAILED_RATE = { burst: 200, perSecond: 200 / (24 * 60 * 60) };

/** Says whether a sign-up is allowed. */
export type SignUpLimit = MailboxLimit;

/**
 * Limits sign-ups, so that a robot cannot fill the list. Requests for reminders of shows count together with them,
 * because each sends an email to the address.
 *
 * @param now milliseconds on a clock that never goes back
 * @param isEmailed whether a sign-up sends an email too, because each one has to be confirmed
 */
export function createSignUpLimits(
  now: () => number,
  isEmailed: () => boolean = () => false,
): { signUps: SignUpLimit; reminders: SignUpLimit } {
  const limit = createMailboxLimit(SIGN_UP_RATES, createRateLimit(MAILBOX_RATE, now), now);
  const emailed = createRateLimit(EMAILED_RATE, now);
  const reminders: SignUpLimit = (client, email) => {
    const result = limit(client, email);
    return result.ok ? emailed(client) : result;
  };
  return { signUps: (client, email) => (isEmailed() ? reminders : limit)(client, email), reminders };
}
