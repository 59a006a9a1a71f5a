import type { DataFile } from "../../../../data/data-file.ts";
import { createSingleFlight } from "../../../../lib/single-flight.ts";
import type { LostOrder } from "../orders/order-event.ts";
import type { CardRefunds, StraySession } from "./card-refunds.ts";
import { idOf, ORDER_NUMBER, SITE } from "./payment-metadata.ts";

type LostPaymentsOptions = {
  data: DataFile;
  refunds: Pick<CardRefunds, "payBackStray">;
  /** The mark of this site on its payments. */
  site: () => string;
  /** Gets a payment that was refunded because its order is missing; settles once the email is on disk. */
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
   * @throws what Stripe's library throws when Stripe cannot be reached
   */
  payBack(session: LostSession): Promise<void>;
  /** Finishes refunds that a kill or an unreachable processor interrupted. Throws as above. */
  payBackLeft(): Promise<void>;
}

/**
 * Each payment is stored before its refund: afterwards Stripe shows only the refund, and not whether the owner's email
 * was written.
 */
export function createLostPayments({ data, refunds, site, emailLostOrder, log }: LostPaymentsOptions): LostPayments {
  const refundsUnderWay = createSingleFlight<void>();

  async function payBackNoted(session: LostSession, paymentId: string): Promise<void> {
    const { id, metadata, customer_email } = session;
    const isNews = await data.write((writer) => {
      const stored = JSON.stringify(partsOf(session));
      return writer.run("INSERT OR IGNORE INTO lost_payments (session_id, payment) VALUES (?, ?)", id, stored) === 1;
    });
    if (isNews)
      log.error({ session: id }, "a card payment came for an order that is not here any more; it is paid back");
    const lost = { number: metadata?.[ORDER_NUMBER] ?? "", email: customer_email ?? "" };
    const became = await refunds.payBackStray(session, { ...lost, isLost: true });
    // The payment may have been refunded before the kill.
    if (became === "paid-back" || (became === "was-back" && !isNews)) await emailLostOrder({ ...lost, paymentId });
    await data.write((writer) => writer.run("DELETE FROM lost_payments WHERE session_id = ?", id));
  }

  /** Running refunds: a message that comes twice at the same time is not one that a kill interrupted. */
  function payBackOnce(session: LostSession, paymentId: string): Promise<void> {
    return refundsUnderWay.run(session.id, () => payBackNoted(session, paymentId));
  }

  return {
    async payBack(session) {
      const paymentId = idOf(session.payment_intent);
      if (session.metadata?.[SITE] === site() && paymentId !== undefined) return payBackOnce(session, paymentId);
      log.warn({ session: session.id }, "a card payment for no order of this shop was told of");
    },

    async payBackLeft() {
      for (const { payment } of data.read.all<{ payment: string }>("SELECT payment FROM lost_payments")) {
        // Only this file writes this column.
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
