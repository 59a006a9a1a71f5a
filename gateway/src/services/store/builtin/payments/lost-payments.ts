import type { DataFile } from "../../../../data/data-file.ts";
import { createSingleFlight } from "../../../../lib/single-flight.ts";
import type { LostOrder } from "../orders/order-event.ts";
import type { CardRefunds, StraySession } from "./card-refunds.ts";
import { idOf, ORDER_NUMBER, SITE } from "./payment-metadata.ts";

type LostPaymentsOptions = {
  data: DataFile;
  refunds: Pick<CardRefunds, "payBackStray">;
  /** The mark by which this site recognises its own payments. */
  site: () => string;
  /** Emails the owner about a payment that was refunded because its order is missing; settles once that is on disk. */
  emailLostOrder: (lost: LostOrder) => Promise<void>;
  log: Record<"warn" | "error", (fields: object, message: string) => void>;
};

/** A payment page of an unknown order. */
type LostSession = StraySession & { customer_email: string | null };

/** Card payments of missing orders. */
interface LostPayments {
  /**
   * Refunds a payment of this site whose order is missing, and notifies the owner, once.
   *
   * @throws the errors of Stripe's library when Stripe cannot be reached
   */
  payBack(session: LostSession): Promise<void>;
  /**
   * Finishes refunds and emails that a kill or an unreachable processor interrupted.
   *
   * @throws the errors of Stripe's library when Stripe cannot be reached
   */
  finishInterrupted(): Promise<void>;
}

/**
 * Card payments of missing orders. Each payment is stored before its refund. Without that, Stripe would only show after
 * a kill that the refund was made, not whether the owner's email was written.
 */
export function createLostPayments({ data, refunds, site, emailLostOrder, log }: LostPaymentsOptions): LostPayments {
  const running = createSingleFlight<void>();

  async function storeAndPayBack(session: LostSession, paymentId: string): Promise<void> {
    const { id, metadata, customer_email } = session;
    const isNew = await data.write((writer) => {
      const stored = JSON.stringify(partsOf(session));
      return writer.run("INSERT OR IGNORE INTO lost_payments (session_id, payment) VALUES (?, ?)", id, stored) === 1;
    });
    if (isNew)
      log.error({ session: id }, "a card payment came for an order that does not exist any more; it is paid back");
    const lost = { number: metadata?.[ORDER_NUMBER] ?? "", email: customer_email ?? "" };
    const became = await refunds.payBackStray(session, { ...lost, isLost: true });
    // If the payment was already stored, a kill may have come between the refund and the email.
    if (became === "paid-back" || (became === "was-back" && !isNew)) await emailLostOrder({ ...lost, paymentId });
    await data.write((writer) => writer.run("DELETE FROM lost_payments WHERE session_id = ?", id));
  }

  /**
   * Joins a running refund of the same payment. Otherwise, if two messages came at the same time, the second would look
   * like a refund that a kill interrupted.
   */
  function payBackOnce(session: LostSession, paymentId: string): Promise<void> {
    return running.run(session.id, () => storeAndPayBack(session, paymentId));
  }

  return {
    async payBack(session) {
      const paymentId = idOf(session.payment_intent);
      if (session.metadata?.[SITE] === site() && paymentId !== undefined) return payBackOnce(session, paymentId);
      log.warn({ session: session.id }, "the card processor reported a payment that is for no order of this shop");
    },

    async finishInterrupted() {
      for (const { payment } of data.read.all<{ payment: string }>("SELECT payment FROM lost_payments")) {
        // The cast holds: only this file writes this column.
        const session = JSON.parse(payment) as LostSession;
        const paymentId = idOf(session.payment_intent);
        if (paymentId !== undefined) await payBackOnce(session, paymentId);
      }
    },
  };
}

function partsOf({ id, amount_total, currency, payment_intent, customer_email, metadata }: LostSession): LostSession {
  return { id, amount_total, currency, payment_intent: idOf(payment_intent) ?? null, customer_email, metadata };
}
