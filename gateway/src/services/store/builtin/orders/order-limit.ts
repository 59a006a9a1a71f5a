import { createMailboxLimit, type MailboxLimit, type MailboxRates } from "../../../../http/mailbox-limit.ts";

/** An order costs nothing to place, holds goods, and most have an email sent to whatever address was typed. */
const ORDER_RATES: MailboxRates = {
  // A hall full of fans may buy over its network, and race for the last shirts.
  own: { burst: 200, perSecond: 0.1 },
  mailbox: { burst: 5, perSecond: 1 / 600 },
  calm: { burst: 200, perSecond: 1 },
  rush: { burst: 3, perSecond: 1 / 600 },
};

/**
 * Limits orders as they are placed, so that a robot cannot have emails sent by them, hold all goods, nor fill the disk. One
 * to be paid by card counts too: whether it is paid is known only later.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createOrderLimit(now: () => number): MailboxLimit {
  return createMailboxLimit(ORDER_RATES, now);
}

/** Each withdrawal costs nothing and has an email sent; one order can have as many as it has lines. */
const WITHDRAWAL_RATES: MailboxRates = {
  own: { burst: 30, perSecond: 0.02 },
  mailbox: { burst: 5, perSecond: 1 / 600 },
  calm: { burst: 100, perSecond: 0.5 },
  rush: { burst: 5, perSecond: 1 / 600 },
};

/**
 * Limits withdrawals, so that a robot cannot have emails sent by them. A buyer who is refused can send it again later.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createWithdrawalLimit(now: () => number): MailboxLimit {
  return createMailboxLimit(WITHDRAWAL_RATES, now);
}
