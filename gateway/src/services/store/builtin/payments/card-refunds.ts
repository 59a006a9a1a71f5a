import type Stripe from "stripe";
import type { Order } from "../model/order.ts";
import type { FailedRefund, RefusedRefund } from "../orders/order-event.ts";
import type { Orders } from "../orders/orders.ts";
import { idOf, metadataOf, ORDER_ID, ORDER_NUMBER, paymentIdOf, SITE } from "./payment-metadata.ts";
import { formatStripeAmount } from "./stripe-amounts.ts";
import { describeFailure } from "./stripe-connection.ts";

type CardRefundsOptions = {
  connection: () => Promise<Stripe>;
  orders: Pick<Orders, "byId">;
  /** The mark by which this site recognises its own payments. */
  site: () => string;
  /** Emails the owner about a payment that the processor does not refund; settles once the email is on disk. */
  emailRefusedRefund: (refused: RefusedRefund) => Promise<void>;
  /** Emails the owner about a refund that did not reach the buyer; settles once the email is on disk. */
  emailFailedRefund: (failed: FailedRefund) => Promise<void>;
  log: Record<"warn" | "error", (fields: object, message: string) => void>;
};

/** A sum in Stripe's smallest unit, with Stripe's currency code, "cad". */
export type StripeSum = { amount: number | null; currency: string | null };

/** A payment without an active order, from its session. `amount_total` is in Stripe's smallest unit. */
export type StraySession = {
  id: string;
  amount_total: number | null;
  currency: string | null;
  payment_intent: string | { id: string } | null;
  metadata: Record<string, string> | null;
};

/** The fields of a refund that are used. `amount` is in Stripe's smallest unit. */
type Refund = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string | { id: string } | null;
  metadata: Record<string, string> | null;
};

/** Refunds of card payments. */
export interface CardRefunds {
  /**
   * Refunds the part of an order's payment that was not refunded before, for example at Stripe itself.
   *
   * @throws the errors of Stripe's library
   */
  payBack(order: Order, paymentId: string): Promise<void>;
  /**
   * Refunds a payment without an active order.
   *
   * @returns whether it was refunded now (`paid-back`) or before (`was-back`). `refused`: Stripe rejects the refund
   *   permanently, and the owner was notified
   * @throws the errors of Stripe's library when Stripe cannot be reached
   */
  payBackStray(
    session: StraySession,
    about: Pick<RefusedRefund, "number" | "email" | "isLost">,
  ): Promise<"paid-back" | "was-back" | "refused">;
  /**
   * Whether all of a payment was refunded. Reads the list of refunds, because even a restricted key may do that.
   *
   * @param sums the paid sum in each currency, because the buyer's currency may differ from the requested one
   * @throws the errors of Stripe's library when Stripe cannot be reached
   */
  wasPaidBack(order: Order, paymentId: string, sums: readonly StripeSum[]): Promise<boolean>;
  /** Notifies the owner that the buyer's bank returned a refund from this site, often weeks later. */
  reportFailure(refund: Refund): Promise<void>;
}

/** Maximum number of refunds of one payment that are read. Stripe lists no more at once, and nobody makes that many. */
const REFUNDS_AT_ONCE = 100;

/** Refunds of card payments at Stripe. Source: docs.stripe.com, Refunds, "Failed refunds". */
export function createCardRefunds(options: CardRefundsOptions): CardRefunds {
  const { connection, orders, site, emailRefusedRefund, emailFailedRefund, log } = options;
  /** Reports that are running or done, by session or refund, because the processor may send a message twice. */
  const reports = new Map<string, Promise<void>>();

  /** @returns whether there was anything left to refund */
  async function payBackAll(paymentId: string, metadata: Record<string, string>): Promise<boolean> {
    const client = await connection();
    try {
      await client.refunds.create({ payment_intent: paymentId, metadata: { ...metadata, [SITE]: site() } });
      return true;
    } catch (error) {
      if (describeFailure(error).code !== "charge_already_refunded") throw error;
      return false;
    }
  }

  /** Reports something once. If this fails, for example with a full disk, the next message reports it. */
  function once(id: string, report: () => Promise<void>): Promise<void> {
    const reported =
      reports.get(id) ??
      report().catch((error: unknown) => {
        reports.delete(id);
        throw error;
      });
    reports.set(id, reported);
    return reported;
  }

  return {
    async payBack(order, paymentId) {
      await payBackAll(paymentId, metadataOf(order));
    },

    async payBackStray(session, about) {
      const paymentId = idOf(session.payment_intent);
      let failure: ReturnType<typeof describeFailure> | undefined;
      try {
        if (paymentId !== undefined) {
          return (await payBackAll(paymentId, session.metadata ?? {})) ? "paid-back" : "was-back";
        }
      } catch (error) {
        failure = describeFailure(error);
        if (!failure.isRefusal) throw error;
      }
      log.error({ session: session.id, ...failure }, "a card payment could not be paid back; do it at the processor");
      const amount = formatStripeAmount(session.amount_total ?? 0, session.currency ?? "");
      // Stripe does not repeat an answered message, so the response waits for the owner's email to be on disk.
      await once(session.id, () => emailRefusedRefund({ ...about, amount, payment: paymentIdOf(session) }));
      return "refused";
    },

    async wasPaidBack(order, paymentId, sums) {
      const client = await connection();
      try {
        const { data } = await client.refunds.list({ payment_intent: paymentId, limit: REFUNDS_AT_ONCE });
        const refunds = data.filter(({ status }) => status !== "failed" && status !== "canceled");
        const backIn = (money: string | null) =>
          refunds.reduce((sum, { amount, currency }) => (currency === money ? sum + amount : sum), 0);
        return sums.some(({ amount, currency }) => amount !== null && amount > 0 && backIn(currency) >= amount);
      } catch (error) {
        const failure = describeFailure(error);
        if (!failure.isRefusal) throw error;
        log.warn(
          { order: order.number, ...failure },
          "the Stripe key may not read refunds; the payment counts as paid",
        );
        return false;
      }
    },

    async reportFailure(refund) {
      const { id, amount, currency, metadata } = refund;
      // Refunds from Stripe's dashboard are not reported here.
      if (metadata?.[SITE] === undefined) return;
      const number = metadata[ORDER_NUMBER] ?? "";
      const order = orders.byId(Number(metadata[ORDER_ID]));
      // If a site's address has changed, so has its mark, but the site still has the order of the payment.
      if (metadata[SITE] !== site() && order?.payment.paymentId !== paymentIdOf(refund)) return;
      // After a restore, another order may have this id.
      const email = order && String(order.number) === number ? order.email : "";
      await once(id, () => {
        log.error(
          { order: number, refund: id },
          "a refund did not reach the buyer; the money is at the processor again",
        );
        return emailFailedRefund({
          number,
          email,
          payment: paymentIdOf(refund),
          amount: formatStripeAmount(amount, currency),
        });
      });
    },
  };
}
