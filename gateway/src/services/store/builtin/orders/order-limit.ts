import { createMailboxLimit, type MailboxLimit, type MailboxRates } from "../../../../http/mailbox-limit.ts";
import { createRateLimit, type RateLimitResult } from "../../../../http/rate-limit.ts";

/** Orders and withdrawals for one mailbox: each has an email sent, and who places an order can withdraw from each line. */
const MAILBOX_RATE = { burst: 5, perSecond: 1 / 600 };

/** An order costs nothing to place, holds goods, and most have an email sent to whatever address was typed. */
const ORDER_RATES: MailboxRates = {
  // A hall full of fans may buy over its network, and race for the last shirts.
  own: { burst: 200, perSecond: 0.1 },
  calm: { burst: 200, perSecond: 1 },
  rush: { burst: 3, perSecond: 1 / 600 },
};

/**
 * Free orders by one client: a hall full of fans, and then 200 a day, a little more than unpaid orders can be. Nothing else
 * bounds them: they are never unpaid, hold nothing, and are stored for good.
 */
const FREE_ORDER_RATE = { burst: 200, perSecond: 200 / (24 * 60 * 60) };

/** Each withdrawal costs nothing and has an email sent; one order can have as many as it has lines. */
const WITHDRAWAL_RATES: MailboxRates = {
  own: { burst: 30, perSecond: 0.02 },
  calm: { burst: 100, perSecond: 0.5 },
  rush: { burst: 5, perSecond: 1 / 600 },
};

/**
 * Says whether an order may be placed.
 *
 * @param client the key that limits count by
 * @param isFree whether nothing is left to be paid, as with gift cards
 */
export type OrderLimit = (client: string, email: string, isFree: boolean) => RateLimitResult;

/**
 * Limits orders as they are placed, so that a robot cannot have emails sent by them, hold all goods, nor fill the disk, and
 * withdrawals, so that it cannot have emails sent by those instead. An order to be paid by card counts too: whether it is
 * paid is known only later. A buyer whose withdrawal is refused can send it again later.
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
