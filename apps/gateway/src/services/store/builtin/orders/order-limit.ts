import { createMailboxLimit, type MailboxLimit, type MailboxRates } from "../../../../http/mailbox-limit.ts";

/** Orders that no card has paid cost nothing to place, and each has a letter sent to whatever address was typed. */
const ORDER_RATES: MailboxRates = {
  // A hall full of fans may buy over its network, and race for the last shirts.
  own: { burst: 200, perSecond: 0.1 },
  mailbox: { burst: 5, perSecond: 1 / 600 },
  calm: { burst: 200, perSecond: 1 },
  rush: { burst: 3, perSecond: 1 / 600 },
};

/**
 * Limits orders that no card has paid, so that a robot cannot have letters sent by them, nor fill the disk.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createOrderLimit(now: () => number): MailboxLimit {
  return createMailboxLimit(ORDER_RATES, now);
}
