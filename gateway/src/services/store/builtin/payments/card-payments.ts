import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type Stripe from "stripe";
import type { StripeSettings } from "../../../../config/provider-settings.ts";
import type { DataFile } from "../../../../data/data-file.ts";
import { createRateLimit } from "../../../../http/rate-limit.ts";
import { createLruCache } from "../../../../lib/lru-cache.ts";
import { createSingleFlight } from "../../../../lib/single-flight.ts";
import type { Order } from "../model/order.ts";
import type { FailedRefund, LostOrder, RefusedRefund } from "../orders/order-event.ts";
import type { Orders } from "../orders/orders.ts";
import { truncated } from "../truncated.ts";
import { createCardRefunds, type StripeSum } from "./card-refunds.ts";
import { createLostPayments } from "./lost-payments.ts";
import { idOf, metadataOf, ORDER_ID, paymentIdOf, SITE } from "./payment-metadata.ts";
import { formatStripeAmount, toStripeAmount } from "./stripe-amounts.ts";
import { connectStripe, describeFailure } from "./stripe-connection.ts";
import { STRIPE_EVENTS } from "./stripe-webhook.ts";

/** A logger, for example pino's. */
type CardLog = Record<"warn" | "error", (fields: object, message: string) => void>;

type CardPaymentsOptions = {
  stripe: StripeSettings;
  data: DataFile;
  orders: Orders;
  shopName: () => string;
  /** The mark by which this site recognises its own payments. */
  site: () => string;
  /** Emails the owner about a payment that was refunded because its order is missing; settles once it is on disk. */
  emailLostOrder: (lost: LostOrder) => Promise<void>;
  /** Emails the owner about a payment that the processor does not refund; settles once the email is on disk. */
  emailRefusedRefund: (refused: RefusedRefund) => Promise<void>;
  /** Emails the owner about a refund that did not reach the buyer; settles once the email is on disk. */
  emailFailedRefund: (failed: FailedRefund) => Promise<void>;
  clock: () => Date;
  log: CardLog;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
};

/** Where the processor sends the buyer back. */
type ReturnAddresses = { success: string; cancel: string };

/**
 * The page on which the buyer pays for an order, or why there is none. `with-processor`: the buyer has paid, but the
 * payment is not complete.
 */
type Begun = { ok: true; url: string } | { ok: false; reason: "unreachable" | "refused" | "with-processor" };

/** Card payments on the processor's own page, so that no card number reaches this site. */
export interface CardPayments {
  /** Whether a card can pay this sum exactly. Stripe's smallest unit is larger than that of some currencies. */
  takes(sum: MinorUnits, currency: string): boolean;
  /** Finds the page to pay an order that waits for a card. A second call returns the same page. */
  begin(order: Order, addresses: ReturnAddresses): Promise<Begun>;
  /**
   * Checks an order's payment at the processor, for a buyer who comes back before the processor's message. If
   * {@link REQUEST_RATES} allow no further request, returns the stored order.
   */
  settle(order: Order): Promise<Order>;
  /**
   * Checks orders that have waited for longer than a payment page stays open. Stops if the processor cannot be reached.
   * Skips payments that the processor does not know, for example after a change of accounts. Before all that, finishes
   * refunds and emails of lost orders that a crash interrupted. Never rejects.
   */
  settleOverdue(): Promise<void>;
  /** Ends the payment of a buyer who came back without paying, and releases the goods. */
  abandon(order: Order): Promise<Order>;
  /**
   * Receives a message from the processor. The processor repeats a message until it gets a status below 300. A message
   * whose refund the processor rejects permanently gets such a status, and the owner is notified.
   *
   * @param body unchanged, because the signature covers its bytes
   */
  webhook(body: string, signature: string | undefined): Promise<{ status: 200 | 400 }>;
  /** Refunds an order in full. */
  refund(order: Order): Promise<{ ok: true } | { ok: false; message: string }>;
}

/** The fields of a session that are used. */
type Session = {
  id: string;
  status: string | null;
  payment_status: string;
  amount_total: number | null;
  currency: string | null;
  currency_conversion?: { amount_total: number; source_currency: string } | null;
  payment_intent: string | { id: string } | null;
  url: string | null;
  customer_email: string | null;
  metadata: Record<string, string> | null;
};

/** How long the processor's page is open, in minutes. Source: docs.stripe.com, "expires_at": at least 30. */
const SESSION_MINUTES = 31;

/**
 * How often visits to pages and clicks on "Pay now" may cause a request to the processor, for one order and for all.
 * The processor accepts some 25 such requests a second; with more, nobody could pay. Source: docs.stripe.com, "Rate
 * limits".
 */
const REQUEST_RATES = { order: { burst: 5, perSecond: 1 / 30 }, all: { burst: 50, perSecond: 5 } };

/** Maximum number of addresses of the processor's pages that are cached in memory, some 500 bytes each. */
const PAGES_IN_MEMORY = 10_000;

/** Longest text of an order on the processor's page, in characters. */
const NAME_MAX_LENGTH = 250;
const DESCRIPTION_MAX_LENGTH = 500;

/** Card payments through Stripe Checkout. Source: docs.stripe.com, Checkout Sessions, Webhooks, Refunds. */
export function createCardPayments(options: CardPaymentsOptions): CardPayments {
  const { stripe, orders, shopName, site, clock, log, now = () => performance.now() } = options;
  const connection = connectStripe(stripe);
  const refunds = createCardRefunds({ ...options, connection });
  const lostPayments = createLostPayments({ ...options, refunds });
  const requestsAboutOrder = createRateLimit(REQUEST_RATES.order, now);
  const requestsAboutAll = createRateLimit(REQUEST_RATES.all, now);
  const abandonments = createRateLimit(REQUEST_RATES.order, now);
  const beginnings = createSingleFlight<Begun>();
  /** Addresses of open pages, by session. */
  const openPages = createLruCache<string>({ entries: PAGES_IN_MEMORY });

  /** The current order, because the caller may have an older copy. */
  const latest = (order: Order): Order => orders.byId(order.id) ?? order;

  const mayRequest = ({ id }: Order): boolean => requestsAboutOrder(String(id)).ok && requestsAboutAll("all").ok;

  async function confirm(session: Session): Promise<void> {
    const order = orders.byCardSession(session.id);
    // An order is stored before its payment begins. If it is missing, a restored backup removed it.
    if (!order) return lostPayments.payBack(session);
    if (hasOtherSum(session, order)) {
      // The order is already marked as paid, so this message is a repeated one.
      if (order.payment.paidAt !== null) return;
      const { amount, currency } = requestedSum(session);
      return payBackStray(session, order, formatStripeAmount(amount ?? 0, currency ?? ""));
    }
    const paymentId = idOf(session.payment_intent);
    const paid = paymentId === undefined ? undefined : { paymentId };
    // A session stays paid even after a refund, and the refund's message may have come before this one.
    const isPaidBack = paid !== undefined && (await refunds.wasPaidBack(order, paid.paymentId, sumsOf(session)));
    const change = await (isPaidBack ? orders.markPaidBack(order.id, paid) : orders.markPaid(order.id, paid));
    if (!change.ok) await payBackStray(session, order, null);
  }

  /**
   * Refunds a payment of another sum, and ends its order. Also refunds a payment for an order that has ended: the buyer
   * gave up the order while paying, and its goods may be sold by now.
   */
  async function payBackStray(session: Session, order: Order, otherSum: string | null): Promise<void> {
    const { id, number, email, payment } = order;
    log.error({ order: number, otherSum }, "a card payment does not pay its order; it is paid back");
    const paid = { paymentId: paymentIdOf(session), otherSum };
    const isWaiting = payment.status === "awaiting-card";
    if (!isWaiting) await orders.recordLatePayment(id, paid);
    await refunds.payBackStray(session, { number: String(number), email, isLost: false });
    // An order that waits for a card ends only after the refund. If the refund fails, the order is checked again.
    if (isWaiting) await orders.recordLatePayment(id, paid);
  }

  async function giveUp(sessionId: string): Promise<void> {
    const order = orders.byCardSession(sessionId);
    if (order?.payment.status === "awaiting-card") await orders.voidUnpaid(order.id);
  }

  async function recordRefund(charge: {
    refunded: boolean;
    payment_intent: unknown;
    metadata: Record<string, string>;
  }) {
    const order = orders.byId(Number(charge.metadata[ORDER_ID]));
    // A partial refund does not change the order, because owner and buyer have agreed on it.
    if (!charge.refunded || !order) return;
    // Messages come in any order. If the payment's message has not come yet, checking the session finds the refund.
    if (order.payment.status === "awaiting-card") await quietly(order, () => checkSession(order));
    if (order.payment.paymentId !== idOf(charge.payment_intent)) return;
    if (order.payment.status === "paid") await orders.refund(order.id);
  }

  async function checkSession(order: Order): Promise<Order> {
    const { sessionId } = order.payment;
    if (sessionId === null) return order;
    const session = await (await connection()).checkout.sessions.retrieve(sessionId);
    if (session.payment_status === "paid") await confirm(session);
    else if (session.status === "expired") await giveUp(sessionId);
    return latest(order);
  }

  /** If the request fails, logs that and returns the stored order. Later messages settle it. */
  async function quietly(order: Order, request: () => Promise<Order>): Promise<Order> {
    try {
      return await request();
    } catch (error) {
      log.warn({ order: order.number, ...describeFailure(error) }, "a card payment could not be checked");
      return latest(order);
    }
  }

  async function begin(order: Order, { success, cancel }: ReturnAddresses): Promise<Begun> {
    const amount = toStripeAmount(order.due, order.currency);
    if (amount === undefined) {
      log.error({ order: order.number }, "no card can pay this amount: it is finer than the card processor counts");
      return { ok: false, reason: "refused" };
    }
    const known = order.payment.sessionId;
    const page = known === null ? undefined : openPages.find(known);
    // The page's address never changes. If it has closed, the page itself says so.
    if (page !== undefined && !mayRequest(order)) return { ok: true, url: page };
    try {
      const client = await connection();
      const session =
        known === null
          ? await client.checkout.sessions.create({
              mode: "payment",
              client_reference_id: String(order.number),
              customer_email: order.email,
              line_items: [{ quantity: 1, price_data: priceOf(order, amount, shopName()) }],
              metadata: { ...metadataOf(order), [SITE]: site() },
              payment_intent_data: { metadata: metadataOf(order) },
              expires_at: Math.floor(clock().getTime() / 1_000) + SESSION_MINUTES * 60,
              success_url: success,
              cancel_url: cancel,
            })
          : await client.checkout.sessions.retrieve(known);
      const stored = known === null ? await orders.awaitCard(order.id, session.id) : undefined;
      if (stored?.ok === false) {
        // The order was given up in another tab meanwhile, so nobody may pay for it.
        await client.checkout.sessions.expire(session.id);
        return { ok: false, reason: "refused" };
      }
      if (session.url !== null) {
        openPages.store(session.id, session.url);
        return { ok: true, url: session.url };
      }
      return { ok: false, reason: session.status === "complete" ? "with-processor" : "refused" };
    } catch (error) {
      const failure = describeFailure(error);
      log.error({ order: order.number, ...failure }, "a card payment could not be begun");
      return { ok: false, reason: failure.isRefusal ? "refused" : "unreachable" };
    }
  }

  return {
    takes: (sum, currency) => toStripeAmount(sum, currency) !== undefined,

    begin(order, addresses) {
      // A second click waits for the first, because with two pages an order could be paid twice.
      return beginnings.run(String(order.id), () => begin(latest(order), addresses));
    },

    async settle(order) {
      if (order.payment.status !== "awaiting-card") return order;
      return mayRequest(order) ? quietly(order, () => checkSession(order)) : latest(order);
    },

    async settleOverdue() {
      try {
        await lostPayments.finishInterrupted();
      } catch (error) {
        log.warn(describeFailure(error), "card payments of lost orders are still to be paid back or reported");
      }
      const before = new Date(clock().getTime() - SESSION_MINUTES * 60_000);
      let overdue = orders.awaitingCardSince(before);
      while (overdue.length > 0) {
        for (const order of overdue) {
          try {
            await checkSession(order);
          } catch (error) {
            const failure = describeFailure(error);
            log.warn({ order: order.number, ...failure }, "a card payment could not be checked");
            // If the key is rejected for one order, it is rejected for all.
            if (!failure.isRefusal || failure.status === 401) return;
          }
        }
        overdue = orders.awaitingCardSince(before, overdue.at(-1)?.id);
      }
    },

    async abandon(asRead) {
      // Waits for a page that is being created now, because it would stay open.
      await beginnings.ended(String(asRead.id));
      const order = latest(asRead);
      const { sessionId, status } = order.payment;
      // A payment that the processor is handling cannot be given up. The limit is for buyers who try again and again.
      if (status !== "awaiting-card" || !abandonments(String(order.id)).ok) return order;
      return quietly(order, async () => {
        if (sessionId === null) {
          await orders.voidUnpaid(order.id);
          return latest(order);
        }
        const { checkout } = await connection();
        // Stripe cannot end a session that was just paid. The check below finds the payment.
        await checkout.sessions.expire(sessionId).catch((error: unknown) => {
          if (!describeFailure(error).isRefusal) throw error;
        });
        return checkSession(order);
      });
    },

    async webhook(body, signature) {
      const client = await connection();
      let event: ReturnType<typeof client.webhooks.constructEvent>;
      try {
        event = client.webhooks.constructEvent(body, signature ?? "", stripe.webhookSecret);
      } catch {
        log.warn({}, "a message that says it comes from the card processor is not signed by it");
        return { status: 400 };
      }
      if (!isHandled(event)) return { status: 200 };
      switch (event.type) {
        case "checkout.session.completed":
        case "checkout.session.async_payment_succeeded":
          if (event.data.object.payment_status === "paid") await confirm(event.data.object);
          break;
        case "checkout.session.async_payment_failed":
        case "checkout.session.expired":
          await giveUp(event.data.object.id);
          break;
        case "charge.refunded":
          await recordRefund(event.data.object);
          break;
        case "refund.failed":
          await refunds.reportFailure(event.data.object);
          break;
      }
      return { status: 200 };
    },

    async refund(order) {
      const { paymentId } = order.payment;
      if (paymentId === null) {
        return { ok: false, message: "The card payment of this order is not known here. Pay it back at Stripe." };
      }
      try {
        await refunds.payBack(order, paymentId);
        return { ok: true };
      } catch (error) {
        const failure = describeFailure(error);
        log.error({ order: order.number, ...failure }, "a card payment could not be paid back");
        return {
          ok: false,
          message: failure.isRefusal
            ? "Stripe refused to pay this back. Look at the payment in your Stripe dashboard."
            : "Stripe could not be reached. Nothing was paid back. Please try again.",
        };
      }
    },
  };
}

function isHandled(event: Stripe.Event): event is Extract<Stripe.Event, { type: (typeof STRIPE_EVENTS)[number] }> {
  return STRIPE_EVENTS.some((type) => type === event.type);
}

/**
 * The requested sum in Stripe's smallest unit. The buyer may have paid in another currency. The form of a message
 * depends on the account's API version: in older versions `amount_total` is the buyer's sum, and `currency_conversion`
 * has the requested one. Source: docs.stripe.com, The Checkout Session object, "currency_conversion".
 */
function requestedSum({ amount_total, currency, currency_conversion }: Session): StripeSum {
  return currency_conversion
    ? { amount: currency_conversion.amount_total, currency: currency_conversion.source_currency }
    : { amount: amount_total, currency };
}

/** Whether the paid sum differs from the order's, for example because a tax was turned on at Stripe. */
function hasOtherSum(session: Session, order: Order): boolean {
  const { amount, currency } = requestedSum(session);
  return amount !== toStripeAmount(order.due, order.currency) || currency?.toUpperCase() !== order.currency;
}

/** The sum of a payment in each currency that its refunds may have. */
function sumsOf(session: Session): StripeSum[] {
  return [{ amount: session.amount_total, currency: session.currency }, requestedSum(session)];
}

/** One price for the whole order: discounts, gift cards and taxes are already included. */
function priceOf(order: Order, amount: number, shopName: string) {
  const goods = order.lines.map(({ quantity, title, variantTitle }) =>
    [`${quantity} ×`, title, variantTitle && `(${variantTitle})`].filter(Boolean).join(" "),
  );
  return {
    currency: order.currency.toLowerCase(),
    unit_amount: amount,
    product_data: {
      name: truncated(`Order #${order.number}, ${shopName}`, NAME_MAX_LENGTH),
      description: truncated(goods.join(", "), DESCRIPTION_MAX_LENGTH),
    },
  };
}
