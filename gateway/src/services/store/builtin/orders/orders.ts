import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type {
  OrderAction,
  OrderHistoryEntry,
  OrderStatus,
  OrderTracking,
  Takings,
} from "@porchlight/protocol/orders.ts";
import type { RateLimitResult } from "../../../../http/rate-limit.ts";
import type { CheckoutKey } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import type { WithdrawalStatement } from "./withdraw.ts";

/** How the buyer wants to pay: a manual way by its handle, or by card. */
export type PaymentChoice = { method: string };

/** What a buyer agrees to. `beginsAtOnce`: downloads are sent at once, and the right to withdraw from them ends. */
export type Consent = { beginsAtOnce?: boolean };

/** Why an order could not be placed. Nothing was stored. */
export type PlacingError =
  /** Lines with a larger quantity than the stock. */
  | { reason: "not-enough"; lines: readonly { lineId: string; title: string; left: number }[] }
  /** Lines with a larger quantity than one order may have; `most` is the limit. */
  | { reason: "above-per-order"; lines: readonly { lineId: string; title: string; most: number }[] }
  /** More lines than an order can have. */
  | { reason: "too-many-lines"; count: number; most: number }
  /** More attributes than an order can store. Our own forms send none. */
  | { reason: "too-much-text" }
  /** A product is no longer in the catalogue, or the cart is empty. */
  | { reason: "empty" | "gone" }
  | { reason: "no-email" | "no-address" | "no-delivery" | "no-such-payment" }
  /** The goods need no shipping, and the buyer's place, which decides the tax, is unknown. */
  | { reason: "no-place" }
  /** The chosen pickup place is no longer offered. */
  | { reason: "pickup-gone" }
  /** The total differs from the one that the buyer saw; the buyer has to see the new one first. */
  | { reason: "total-changed" }
  /** Lines of which the client or the mailbox can hold only `left` pieces before payment. */
  | { reason: "held-unpaid"; lines: readonly { lineId: string; title: string; left: number }[] }
  /** A code that unpaid orders of the client or the mailbox use as often as allowed. */
  | { reason: "code-held-unpaid"; code: string }
  /** The same for an order that costs nothing: its lines and codes count together with those of unpaid orders. */
  | { reason: "held-free"; lines: readonly { lineId: string; title: string; left: number }[] }
  | { reason: "code-held-free"; code: string }
  /** A code that each customer may use once, and that the mailbox has used. */
  | { reason: "code-used-before"; code: string }
  /** The client or the mailbox has as many unpaid orders as allowed. */
  | { reason: "too-many-unpaid" }
  /** Too many orders were placed for the mailbox, by the client, or by all clients. */
  | { reason: "too-many-orders"; retryAfterSeconds: number };

/** Limits on the orders of a client. */
export type PlacingLimits = {
  /** The client's key, for which orders are counted. */
  client: string;
  /** Whether one more order with this email address may be placed. Called after all other checks but one. */
  admit: (email: string, isFree: boolean) => RateLimitResult;
};

/** Result of placing: the order, or why it was not placed. `isNew` is false if it had been placed before. */
export type PlacingResult = { ok: true; order: Order; isNew: boolean } | { ok: false; error: PlacingError };

/** Result of a change of an order. `doneBefore` lists the parts that earlier changes had made. */
export type OrderChange =
  | { ok: true; order: Order; doneBefore?: OrderAction[] }
  | { ok: false; reason: "no-such-order" | "not-possible-now"; message: string };

/** A page of orders, the newest first. */
export type OrderPage = { orders: readonly Order[]; total: number; next: number | null };

/** The owner's filter of the list of orders. */
export type OrderFilter = {
  /** Part of a number, an email address or a name. */
  search?: string;
  status?: OrderStatus;
};

/** Orders of the built-in store. */
export interface Orders {
  /**
   * Places the order of a checkout: takes the goods from the stock and the amounts from the gift cards, and counts the
   * codes, all in one change. A checkout becomes one order: a second call returns the first order.
   *
   * @param expectedTotal the total that the buyer saw, so that nobody pays another amount; `expectedDue` is the rest
   *   after gift cards, and `expectedCurrency` their currency, if the buyer saw those too
   * @param limits absent when limits are off
   * @returns undefined for an unknown checkout
   */
  place(
    which: CheckoutKey,
    choice: PaymentChoice &
      Consent & { expectedTotal: MinorUnits; expectedDue?: MinorUnits; expectedCurrency?: string },
    limits?: PlacingLimits,
  ): Promise<PlacingResult | undefined>;
  byId(id: number): Order | undefined;
  /** The order at a status page's address, if both its id and its key are right. */
  byStatusKey(id: number, statusKey: string): Order | undefined;
  byCardSession(sessionId: string): Order | undefined;
  /**
   * Orders placed before an instant that wait for the card processor, the oldest first, in batches.
   *
   * @param after id of the last order of the previous batch
   */
  awaitingCardSince(before: Date, after?: number): readonly Order[];
  /** Events of an order, the first event first. */
  historyOf(id: number): readonly OrderHistoryEntry[];
  /** @param page `before` is an id; the page's orders are older */
  list(filter: OrderFilter, page: { before?: number; limit: number }): OrderPage;
  /** Counts the orders of each status. */
  countByStatus(): Record<OrderStatus, number>;
  /** Whether any order is stored. */
  any(): boolean;
  /** Stores the processor's session that an order waits for. */
  awaitCard(id: number, sessionId: string): Promise<OrderChange>;
  /**
   * Marks an order as paid; a second call changes nothing. Without `paid`, this is not possible after a refund, or
   * while the processor has not decided about a card payment.
   */
  markPaid(id: number, paid?: { paymentId: string }): Promise<OrderChange>;
  /**
   * Marks an order as paid and refunded, when both happened before the first message. A second call changes nothing.
   */
  markPaidBack(id: number, paid: { paymentId: string }): Promise<OrderChange>;
  /**
   * Stores a card payment that is refunded: either its sum is wrong, which ends the order, or the order had ended
   * before. Buyer and owner get an email. A second call changes nothing.
   *
   * @param paid `otherSum` is the paid sum, formatted, if it differs from the requested one
   */
  recordLatePayment(id: number, paid: { paymentId: string; otherSum: string | null }): Promise<OrderChange>;
  /**
   * Ends an order without its card payment: stock, gift cards and codes go back, and the checkout can be placed again.
   */
  voidUnpaid(id: number): Promise<OrderChange>;
  /**
   * Marks an order as sent, or ready for pickup; a second call changes nothing. Different tracking replaces the stored
   * tracking and notifies the buyer again, but only if the stored tracking equals `replaces`.
   *
   * @param replaces the tracking that the owner saw and corrects; none when the owner saw an unsent order
   */
  ship(id: number, tracking: OrderTracking, replaces?: OrderTracking): Promise<OrderChange>;
  /** Sums what was paid since an instant, ISO 8601, in one currency, without refunds. */
  takings(since: string, currency: string): Takings;
  /**
   * The buyer withdraws from lines of an order; a second call changes nothing. Not possible when none of the lines
   * allows a withdrawal, or the time for it is over.
   */
  withdraw(id: number, statement: WithdrawalStatement): Promise<OrderChange>;
  /** Marks an order as refunded; gift cards get their amounts back. A second call changes nothing. */
  refund(id: number): Promise<OrderChange>;
  /**
   * Cancels an order: stock, gift cards and codes go back. A second call changes nothing. Not possible after the order
   * was sent, or if the buyer has paid and has not been refunded.
   *
   * @param isRefunded whether the buyer's money has been refunded too
   */
  cancel(id: number, isRefunded?: boolean): Promise<OrderChange>;
  /**
   * Removes the buyer's personal data from a finished order; the goods and the amounts stay. A second call changes
   * nothing. Not possible while the buyer can withdraw.
   */
  erase(id: number): Promise<OrderChange>;
}
