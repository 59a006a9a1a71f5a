import { createMailboxLimit, type MailboxLimit, type MailboxRates } from "../../../../http/mailbox-limit.ts";
import { createRateLimit, type RateLimitResult } from "../../../../http/rate-limit.ts";

/** Orders and withdrawals for one mailbox. Each sends an email, and an order allows a withdrawal from each line. */
const MAILBOX_RATE = { burst: 5, perSecond: 1 / 600 };

/** Placing an order costs nothing, holds goods, and usually sends an email to any given address. */
const ORDER_RATES: MailboxRates = {
  // A hall full of fans may buy over one network at the same time.
  own: { burst: 200, perSecond: 0.1 },
  total: { burst: 200, perSecond: 1 },
  reduced: { burst: 3, perSecond: 1 / 600 },
};

/**
 * Free orders by one client: a hall full of fans at once, then 200 a day, a little more than the limit of unpaid
 * orders. That limit does not apply to free orders: they are never unpaid, hold nothing, and are stored permanently.
 */
const FREE_ORDER_RATE = { burst: 200, perSecond: 200 / (24 * 60 * 60) };

/** A withdrawal costs nothing and sends an email; an order can have as many as it has lines. */
const WITHDRAWAL_RATES: MailboxRates = {
  // Two hundred a day, as with every form whose emails go to any given address.
  own: { burst: 30, perSecond: 200 / (24 * 60 * 60) },
  total: { burst: 100, perSecond: 0.5 },
  reduced: { burst: 5, perSecond: 1 / 600 },
};

/**
 * Checks whether an order may be placed, and counts it.
 *
 * @param client the client's key, for which orders are counted
 * @param isFree whether nothing is left to pay, for example after gift cards
 */
export type OrderLimit = (client: string, email: string, isFree: boolean) => RateLimitResult;

/**
 * Limits orders, so that a robot cannot use them to send emails, hold all goods, or fill the disk. Limits withdrawals,
 * so that a robot cannot use them to send emails. Card orders count when they are placed, long before they are paid.
 * A buyer can repeat a rejected withdrawal later.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createOrderLimits(now: () => number): { orderLimit: OrderLimit; withdrawalLimit: MailboxLimit } {
  const mailboxes = createRateLimit(MAILBOX_RATE, now);
  const orders = createMailboxLimit(ORDER_RATES, mailboxes, now);
  const freeOrders = createRateLimit(FREE_ORDER_RATE, now);
  return {
    orderLimit(client, email, isFree) {
      const ofOrders = orders(client, email);
      return ofOrders.ok && isFree ? freeOrders(client) : ofOrders;
    },
    withdrawalLimit: createMailboxLimit(WITHDRAWAL_RATES, mailboxes, now),
  };
}
