import type Stripe from "stripe";
import type { Order } from "../model/order.ts";
import type { FailedRefund, RefusedRefund } from "../orders/order-event.ts";
import type { Orders } from "../orders/orders.ts";
import { idOf, metadataOf, ORDER_ID, ORDER_NUMBER, paymentIdOf, SITE } from "./payment-metadata.ts";
import { inWordsOfStripe } from "./stripe-amounts.ts";
import { describeFailure } from "./stripe-connection.ts";

/** What paying back works with. */
type CardRefundsOptions = {
  connection: () => Promise<Stripe>;
  orders: Pick<Orders, "byId">;
  /** The mark of this site on its payments. */
  site: () => string;
  /** Told once of each payment that the processor refuses to pay back; settles once the email is on disk. */
  tellOfRefusedRefund: (refused: RefusedRefund) => Promise<void>;
  /** Told once of each refund that did not reach the buyer; settles once the email is on disk. */
  tellOfFailedRefund: (failed: FailedRefund) => Promise<void>;
  log: Record<"warn" | "error", (fields: object, message: string) => void>;
};

/** A sum in Stripe's smallest unit; its currency is written as Stripe does, "cad". */
export type StripeSum = { amount: number | null; currency: string | null };

/** A payment for no order that stands, as its session tells of it. `amount_total` is in Stripe's smallest unit. */
export type StraySession = {
  id: string;
  amount_total: number | null;
  currency: string | null;
  payment_intent: string | { id: string } | null;
  metadata: Record<string, string> | null;
};

/** The parts of a refund that decide on anything. `amount` is in Stripe's smallest unit. */
type Refund = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string | { id: string } | null;
  metadata: Record<string, string> | null;
};

/** Card payments that go back to where they came from. */
export interface CardRefunds {
  /**
   * Pays all of an order's payment back; what went back before, perhaps at Stripe itself, stays as it is.
   *
   * @throws what Stripe's library throws
   */
  payBack(order: Order, paymentId: string): Promise<void>;
  /**
   * Pays back what was paid for no order that stands.
   *
   * @returns what became of it: it went back now, had gone back before, or Stripe refuses, which it would again; of
   * that the owner is told
   * @throws what Stripe's library throws where Stripe cannot be asked
   */
  payBackStray(
    session: StraySession,
    about: Pick<RefusedRefund, "number" | "email" | "isLost">,
  ): Promise<"paid-back" | "was-back" | "refused">;
  /**
   * Whether nothing is left of a payment. Refunds are asked for, which a restricted key that pays back may see.
   *
   * @param sums all that was paid: a buyer's own money may count otherwise than what was asked for
   * @throws what Stripe's library throws where Stripe cannot be asked
   */
  wasPaidBack(order: Order, paymentId: string, sums: readonly StripeSum[]): Promise<boolean>;
  /** Tells the owner of a refund that this site asked for and that the buyer's bank sent back, often weeks later. */
  noteFailure(refund: Refund): Promise<void>;
}

/** Refunds of one payment that are looked at; nobody gives one back in more parts. It is the most that Stripe lists. */
const REFUNDS_AT_ONCE = 100;

/** Refunds of card payments at Stripe. Source: docs.stripe.com, Refunds, "Failed refunds". */
export function createCardRefunds(options: CardRefundsOptions): CardRefunds {
  const { connection, orders, site, tellOfRefusedRefund, tellOfFailedRefund, log } = options;
  /** By session whose payment was refused to go back, or refund that failed: the processor may send a message twice. */
  const telling = new Map<string, Promise<void>>();

  /** @returns whether anything was left to pay back */
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

  /** Tells of something once; where that fails, as on a full disk, the next message tells of it. */
  function once(id: string, tell: () => Promise<void>): Promise<void> {
    const told =
      telling.get(id) ??
      tell().catch((error: unknown) => {
        telling.delete(id);
        throw error;
      });
    telling.set(id, told);
    return told;
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
      const amount = inWordsOfStripe(session.amount_total ?? 0, session.currency ?? "");
      // A message that was answered is not repeated: a kill before the owner's email lies on disk would lose it.
      await once(session.id, () => tellOfRefusedRefund({ ...about, amount, payment: paymentIdOf(session) }));
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
        log.warn({ order: order.number, ...failure }, "whether a card payment was paid back may not be asked");
        return false;
      }
    },

    async noteFailure(refund) {
      const { id, amount, currency, metadata } = refund;
      // What somebody gave back in Stripe's dashboard is between them and Stripe.
      if (metadata?.[SITE] === undefined) return;
      const number = metadata[ORDER_NUMBER] ?? "";
      const order = orders.byId(Number(metadata[ORDER_ID]));
      // A site that has moved has another mark, and its orders' payments still.
      if (metadata[SITE] !== site() && order?.payment.paymentId !== paymentIdOf(refund)) return;
      // After a restore another order may have that place.
      const email = order && String(order.number) === number ? order.email : "";
      await once(id, () => {
        log.error(
          { order: number, refund: id },
          "a refund did not reach the buyer; the money is at the processor again",
        );
        return tellOfFailedRefund({
          number,
          email,
          payment: paymentIdOf(refund),
          amount: inWordsOfStripe(amount, currency),
        });
      });
    },
  };
}
