import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type Stripe from "stripe";
import type { StripeSettings } from "../../../../config/provider-settings.ts";
import type { DataFile } from "../../../../data/data-file.ts";
import { createRateLimit } from "../../../../http/rate-limit.ts";
import { createLruCache } from "../../../../lib/lru-cache.ts";
import type { Order } from "../model/order.ts";
import type { FailedRefund, LostOrder, RefusedRefund } from "../orders/order-event.ts";
import type { Orders } from "../orders/orders.ts";
import { truncated } from "../truncated.ts";
import { createCardRefunds, type StripeSum } from "./card-refunds.ts";
import { createLostPayments } from "./lost-payments.ts";
import { idOf, metadataOf, ORDER_ID, paymentIdOf, SITE } from "./payment-metadata.ts";
import { inWordsOfStripe, toStripeAmount } from "./stripe-amounts.ts";
import { connectStripe, describeFailure } from "./stripe-connection.ts";
import { STRIPE_EVENTS } from "./stripe-webhook.ts";

/** What it reports while it works; pino's logger fits. */
type CardLog = Record<"warn" | "error", (fields: object, message: string) => void>;

/** What card payments work with. */
type CardPaymentsOptions = {
  stripe: StripeSettings;
  data: DataFile;
  orders: Orders;
  shopName: () => string;
  /** The mark of this site on its payments. */
  site: () => string;
  /** Told once of each payment that was paid back because its order is not here any more; settles as below. */
  tellOfLostOrder: (lost: LostOrder) => Promise<void>;
  /** Told once of each payment that the processor refuses to pay back; settles once the email is on disk. */
  tellOfRefusedRefund: (refused: RefusedRefund) => Promise<void>;
  /** Told once of each refund that did not reach the buyer; settles once the email is on disk. */
  tellOfFailedRefund: (failed: FailedRefund) => Promise<void>;
  clock: () => Date;
  log: CardLog;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
};

/** Where the buyer comes back to from the processor. */
type ReturnAddresses = { success: string; cancel: string };

/** Where an order is paid, or why it cannot be; `with-processor`: the buyer has paid, and it is not there yet. */
type Begun = { ok: true; url: string } | { ok: false; reason: "unreachable" | "refused" | "with-processor" };

/** Card payments on the processor's own page, so that no card number ever reaches this site. */
export interface CardPayments {
  /** Whether a card can pay this sum; Stripe does not count as finely as every currency is written. */
  takes(sum: MinorUnits, currency: string): boolean;
  /** Leads to the page where an order that awaits a card is paid. Asked again, it leads to the same page. */
  begin(order: Order, addresses: ReturnAddresses): Promise<Begun>;
  /**
   * Asks once what became of an order's payment, for a buyer who is back before word of it has come. Beyond the rates below
   * the order is as the processor's last message left it.
   */
  settle(order: Order): Promise<Order>;
  /**
   * Asks what became of orders that wait longer than their page can be open, until the processor cannot be asked. One
   * that it does not know, as after a change of accounts, is passed over. Payments of lost orders that a crash stopped
   * from being paid back or written about are, first. Never rejects.
   */
  settleOverdue(): Promise<void>;
  /** The buyer came back without paying: nothing can be paid any more, and the goods are free again. */
  abandon(order: Order): Promise<Order>;
  /**
   * Takes a message of the processor, which repeats each until it is answered with a status below 300. What it refuses
   * for good is answered with one: the owner is told.
   *
   * @param body exactly as it came, since the signature is of its bytes
   */
  webhook(body: string, signature: string | undefined): Promise<{ status: 200 | 400 }>;
  /** Pays an order back in full. */
  refund(order: Order): Promise<{ ok: true } | { ok: false; message: string }>;
}

/** The parts of a session that decide on anything. */
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

/** How long the processor's page may be used, in minutes. Source: docs.stripe.com, "expires_at": 30 at the least. */
const SESSION_MINUTES = 31;

/**
 * How often visits to pages, and clicks to pay, may ask the processor about one order, and about all: it takes some 25
 * requests a second of this kind, and refuses more. Then nobody could pay. Source: docs.stripe.com, "Rate limits".
 */
const ASKED_RATES = { order: { burst: 5, perSecond: 1 / 30 }, all: { burst: 50, perSecond: 5 } };

/** Most addresses of the processor's pages in memory, some 500 bytes each. */
const PAGES_IN_MEMORY = 10_000;

/** What the processor's page shows of an order, in characters. */
const NAME_MAX_LENGTH = 250;
const DESCRIPTION_MAX_LENGTH = 500;

/** Card payments through Stripe Checkout. Source: docs.stripe.com, Checkout Sessions, Webhooks, Refunds. */
export function createCardPayments(options: CardPaymentsOptions): CardPayments {
  const { stripe, orders, shopName, site, clock, log, now = () => performance.now() } = options;
  const connection = connectStripe(stripe);
  const refunds = createCardRefunds({ ...options, connection });
  const lostPayments = createLostPayments({ ...options, refunds });
  const questionsOfOrder = createRateLimit(ASKED_RATES.order, now);
  const questionsOfAll = createRateLimit(ASKED_RATES.all, now);
  const abandonedOf = createRateLimit(ASKED_RATES.order, now);
  const beginnings = new Map<number, Promise<Begun>>();
  /** Addresses of open pages, by session. */
  const openPages = createLruCache<string>({ entries: PAGES_IN_MEMORY });

  /** The order as it is now: the caller may have read it a while ago. */
  const latest = (order: Order): Order => orders.byId(order.id) ?? order;

  const mayAskAbout = ({ id }: Order): boolean => questionsOfOrder(String(id)).ok && questionsOfAll("all").ok;

  async function confirm(session: Session): Promise<void> {
    const order = orders.byCardSession(session.id);
    // It was stored before its payment began. Where it is gone now, a restored backup took it away.
    if (!order) return lostPayments.payBack(session);
    const due = toStripeAmount(order.due, order.currency);
    const asked = askedOf(session);
    if (asked.amount !== due || asked.currency?.toUpperCase() !== order.currency)
      return confirmOtherSum(session, order);
    const paymentId = idOf(session.payment_intent);
    const paid = paymentId === undefined ? undefined : { paymentId };
    // A session stays paid whatever becomes of the money, and word of a refund may have come before this.
    const isPaidBack = paid !== undefined && (await refunds.wasPaidBack(order, paid.paymentId, sumsOf(session)));
    const change = await (isPaidBack ? orders.markPaidBack(order.id, paid) : orders.markPaid(order.id, paid));
    if (!change.ok) await payBackLate(session, order, null);
  }

  /** Whether the order is paid by that, the owner knows alone: the sum was changed at the processor. */
  async function confirmOtherSum(session: Session, order: Order): Promise<void> {
    const { amount, currency } = askedOf(session);
    const paymentId = paymentIdOf(session);
    const isWaiting = order.payment.status === "awaiting-card";
    if (isWaiting && order.payment.otherSum === null) {
      log.error({ order: order.number, session: session.id }, "a card payment has another amount than its order");
    }
    const isPaidBack = isWaiting && (await refunds.wasPaidBack(order, paymentId, sumsOf(session)));
    const sum = inWordsOfStripe(amount ?? 0, currency ?? "");
    const change = await orders.noteOtherSum(order.id, { paymentId, sum, isPaidBack });
    if (!change.ok) await payBackLate(session, order, sum);
  }

  /** It was given up while the buyer was paying; the goods may be somebody else's by now. */
  async function payBackLate(session: Session, { id, number, email }: Order, otherSum: string | null): Promise<void> {
    log.error({ order: number }, "a card payment came for an order that had ended; it is paid back");
    await orders.notePaidLate(id, { paymentId: paymentIdOf(session), otherSum });
    await refunds.payBackStray(session, { number: String(number), email, isLost: false });
  }

  async function giveUp(sessionId: string): Promise<void> {
    const order = orders.byCardSession(sessionId);
    if (order?.payment.status === "awaiting-card") await orders.voidUnpaid(order.id);
  }

  async function noteRefund(charge: { refunded: boolean; payment_intent: unknown; metadata: Record<string, string> }) {
    const order = orders.byId(Number(charge.metadata[ORDER_ID]));
    // Part of the money back is between the owner and the buyer.
    if (!charge.refunded || !order) return;
    // Messages keep no order. Of this payment none has come yet, and asking for it finds the refund as well.
    if (order.payment.status === "awaiting-card") await quietly(order, () => settled(order));
    if (order.payment.paymentId !== idOf(charge.payment_intent)) return;
    if (order.payment.status === "paid") await orders.refund(order.id);
  }

  async function settled(order: Order): Promise<Order> {
    const { sessionId } = order.payment;
    if (sessionId === null) return order;
    const session = await (await connection()).checkout.sessions.retrieve(sessionId);
    if (session.payment_status === "paid") await confirm(session);
    else if (session.status === "expired") await giveUp(sessionId);
    return latest(order);
  }

  /** Unless the processor can be asked the order stays as it is: its messages settle it later. */
  async function quietly(order: Order, what: () => Promise<Order>): Promise<Order> {
    try {
      return await what();
    } catch (error) {
      log.warn({ order: order.number, ...describeFailure(error) }, "the card processor could not be asked");
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
    // The page stays where it is, and says itself when it has closed.
    if (page !== undefined && !mayAskAbout(order)) return { ok: true, url: page };
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
      const noted = known === null ? await orders.awaitCard(order.id, session.id) : undefined;
      if (noted?.ok === false) {
        // It was given up in another tab meanwhile. Nobody may pay for it any more.
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
      // A second click waits for the first: of two pages for one order both could be paid.
      const underWay =
        beginnings.get(order.id) ?? begin(latest(order), addresses).finally(() => beginnings.delete(order.id));
      beginnings.set(order.id, underWay);
      return underWay;
    },

    async settle(order) {
      if (order.payment.status !== "awaiting-card") return order;
      return mayAskAbout(order) ? quietly(order, () => settled(order)) : latest(order);
    },

    async settleOverdue() {
      try {
        await lostPayments.payBackLeft();
      } catch (error) {
        log.warn(describeFailure(error), "card payments of lost orders are still to be paid back or written about");
      }
      const before = new Date(clock().getTime() - SESSION_MINUTES * 60_000);
      let overdue = orders.awaitingCardSince(before);
      while (overdue.length > 0) {
        for (const order of overdue) {
          try {
            await settled(order);
          } catch (error) {
            const failure = describeFailure(error);
            log.warn({ order: order.number, ...failure }, "the card processor could not be asked");
            // A key that is not taken for one is not taken for the next either.
            if (!failure.isRefusal || failure.status === 401) return;
          }
        }
        overdue = orders.awaitingCardSince(before, overdue.at(-1)?.id);
      }
    },

    async abandon(asRead) {
      const order = latest(asRead);
      const { sessionId, status } = order.payment;
      // One whose payment is under way at the processor cannot be given up, however often its buyer comes back.
      if (status !== "awaiting-card" || !abandonedOf(String(order.id)).ok) return order;
      return quietly(order, async () => {
        if (sessionId === null) {
          await orders.voidUnpaid(order.id);
          return latest(order);
        }
        const { checkout } = await connection();
        // One that was paid a moment ago cannot be ended, and what became of it is asked for next.
        await checkout.sessions.expire(sessionId).catch((error: unknown) => {
          if (!describeFailure(error).isRefusal) throw error;
        });
        return settled(order);
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
      if (!isActedOn(event)) return { status: 200 };
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
          await noteRefund(event.data.object);
          break;
        case "refund.failed":
          await refunds.noteFailure(event.data.object);
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

function isActedOn(event: Stripe.Event): event is Extract<Stripe.Event, { type: (typeof STRIPE_EVENTS)[number] }> {
  return STRIPE_EVENTS.some((type) => type === event.type);
}

/**
 * What was asked for, in Stripe's smallest unit, whatever money the buyer chose to pay it in. Messages come in the
 * words of the account's own version of the interface: older ones name the buyer's sum, and beside it what it was
 * before.
 * Source: docs.stripe.com, The Checkout Session object, "currency_conversion".
 */
function askedOf({ amount_total, currency, currency_conversion }: Session): StripeSum {
  return currency_conversion
    ? { amount: currency_conversion.amount_total, currency: currency_conversion.source_currency }
    : { amount: amount_total, currency };
}

/** The sum of a payment in each money that Stripe may tell its refunds in. */
function sumsOf(session: Session): StripeSum[] {
  return [{ amount: session.amount_total, currency: session.currency }, askedOf(session)];
}

/** One price for all of it: discounts, gift cards and taxes are settled here, to the cent. */
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
