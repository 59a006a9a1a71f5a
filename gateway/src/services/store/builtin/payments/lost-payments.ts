import type { DataFile } from "../../../../data/data-file.ts";
import { createSingleFlight } from "../../../../lib/single-flight.ts";
import type { LostOrder } from "../orders/order-event.ts";
import type { CardRefunds, StraySession } from "./card-refunds.ts";
import { idOf, ORDER_NUMBER, SITE } from "./payment-metadata.ts";

/** What card payments whose orders are gone are paid back with. */
type LostPaymentsOptions = {
  data: DataFile;
  refunds: Pick<CardRefunds, "payBackStray">;
  /** The mark of this site on its payments. */
  site: () => string;
  /** Told of a payment that was paid back because its order is not here any more; settles once the email is on disk. */
  tellOfLostOrder: (lost: LostOrder) => Promise<void>;
  log: Record<"warn" | "error", (fields: object, message: string) => void>;
};

/** A payment page whose order is not known here. */
type LostSession = StraySession & { customer_email: string | null };

/** Card payments whose orders are gone. */
interface LostPayments {
  /**
   * Pays back what was paid for an order of this site that is not here any more, and tells the owner, once.
   *
   * @throws what Stripe's library throws where Stripe cannot be asked
   */
  payBack(session: LostSession): Promise<void>;
  /** Goes on with those that a kill, or a processor that could not be asked, left. Throws as above. */
  payBackLeft(): Promise<void>;
}

/**
 * Each payment is noted before its money moves, since afterwards Stripe says only that it is paid back, and not whether
 * the owner's email was written.
 */
export function createLostPayments({ data, refunds, site, tellOfLostOrder, log }: LostPaymentsOptions): LostPayments {
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
    // One that a kill left may have gone back before that.
    if (became === "paid-back" || (became === "was-back" && !isNews)) await tellOfLostOrder({ ...lost, paymentId });
    await data.write((writer) => writer.run("DELETE FROM lost_payments WHERE session_id = ?", id));
  }

  /** A message that comes twice at once must not be taken for one that a kill left. */
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
        // Written by this file alone.
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
