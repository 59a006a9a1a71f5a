import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { OrderAction, OrderHistoryEntry, OrderStatus, OrderTracking } from "@porchlight/protocol/orders.ts";
import type { RateLimitResult } from "../../../../http/rate-limit.ts";
import type { CheckoutKey } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import type { WithdrawalStatement } from "./withdraw.ts";

/** How the buyer wants to pay: a manual way by its handle, or by card. */
export type PaymentChoice = { method: string };

/** What a buyer agrees to beside the price: downloads at once, and with that the end of the right to withdraw from them. */
export type Consent = { beginsAtOnce?: boolean };

/** Why an order could not be placed. Nothing was stored then. */
export type PlacingRefusal =
  /** Lines of which fewer are left than asked for. */
  | { reason: "not-enough"; lines: readonly { lineId: string; title: string; left: number }[] }
  /** Lines whose variants are wanted more often than one order can have them; `most` is what it can. */
  | { reason: "above-per-order"; lines: readonly { lineId: string; title: string; most: number }[] }
  /** More lines than one order can have. */
  | { reason: "too-many-lines"; count: number; most: number }
  /** More attributes than an order keeps. No form of ours sends any. */
  | { reason: "too-much-text" }
  /** Something has gone from the catalogue, or the cart is empty. */
  | { reason: "empty" | "gone" }
  | { reason: "no-email" | "no-address" | "no-delivery" | "no-such-payment" }
  /** Nothing is sent, and it is not known where the buyer is, by which it is taxed. */
  | { reason: "no-place" }
  /** It was to be picked up where nothing is handed over any more. */
  | { reason: "pickup-gone" }
  /** The total is another than the buyer saw; they have to see the new one first. */
  | { reason: "total-changed" }
  /** Lines of which the client, or the mailbox, can hold no more than `left` before payment. */
  | { reason: "held-unpaid"; lines: readonly { lineId: string; title: string; left: number }[] }
  /** A code that unpaid orders of the client, or the mailbox, use as often as they can. */
  | { reason: "code-held-unpaid"; code: string }
  /** The client, or the mailbox, has as many unpaid orders as one can have. */
  | { reason: "too-many-unpaid" }
  /** More orders than may be were placed for that mailbox, from there, or by everybody. */
  | { reason: "too-many-orders"; retryAfterSeconds: number };

/** What bounds the orders of a client. */
export type PlacingLimits = {
  /** What limits count by. */
  client: string;
  /** Says whether one more order may be placed whose email goes to this address; asked once nothing else refuses it. */
  admit: (email: string, isFree: boolean) => RateLimitResult;
};

/** Outcome of placing: the order, also when it was placed before by the same checkout. */
export type PlacingOutcome = { ok: true; order: Order; isNew: boolean } | { ok: false; refusal: PlacingRefusal };

/** What the owner may do with an order and what comes of it. `doneBefore`: which of it had been done by then. */
export type OrderChange =
  | { ok: true; order: Order; doneBefore?: OrderAction[] }
  | { ok: false; reason: "no-such-order" | "not-possible-now"; message: string };

/** A page of orders, the newest first. */
export type OrderPage = { orders: readonly Order[]; total: number; next: number | null };

/** What the owner narrows the list of orders by. */
export type OrderFilter = {
  /** Part of a number, an email address or a name. */
  search?: string;
  status?: OrderStatus;
};

/** Orders of the built-in store. */
export interface Orders {
  /**
   * Places the order of a checkout: takes the pieces from the stock, the amounts from the gift cards and counts the
   * codes, all in one change. A checkout gives one order whatever happens: asked again, it answers with the same.
   *
   * @param expectedTotal what the buyer was shown, so that nobody pays an amount they have not seen; `expectedDue` is
   *   what of it gift cards leave, where the buyer was shown that too
   * @param limits absent where limits are off
   * @returns undefined for a checkout that is not there
   */
  place(
    which: CheckoutKey,
    choice: PaymentChoice & Consent & { expectedTotal: MinorUnits; expectedDue?: MinorUnits },
    limits?: PlacingLimits,
  ): Promise<PlacingOutcome | undefined>;
  byId(id: number): Order | undefined;
  /** The order behind a status page's address; both parts have to fit. */
  byStatusKey(id: number, statusKey: string): Order | undefined;
  byCardSession(sessionId: string): Order | undefined;
  /**
   * Orders placed before an instant that wait for the word of the card processor, the oldest first; some at a time.
   *
   * @param after id of the last one that was looked at
   */
  awaitingCardSince(before: Date, after?: number): readonly Order[];
  /** What happened to an order, the first event first. */
  historyOf(id: number): readonly OrderHistoryEntry[];
  /** @param page `before` is the id that the page's orders are older than */
  list(filter: OrderFilter, page: { before?: number; limit: number }): OrderPage;
  /** Whether there has been an order at all. */
  any(): boolean;
  /** Notes the processor's session that an order waits for. */
  awaitCard(id: number, sessionId: string): Promise<OrderChange>;
  /**
   * Money has come. Twice is as once; without the processor's word it is not possible once the money was given back, nor
   * while the processor has said nothing.
   */
  markPaid(id: number, paid?: { paymentId: string }): Promise<OrderChange>;
  /** Money has come and all of it went back, before there was word of either. Twice is as once. */
  markPaidBack(id: number, paid: { paymentId: string }): Promise<OrderChange>;
  /**
   * A card payment of another sum has come for an order that waits for one. It goes on waiting, for the owner to decide.
   * Where all of that went back it is over. Twice is as once.
   *
   * @param paid `sum` is for people to read
   */
  noteOtherSum(id: number, paid: { paymentId: string; sum: string; isPaidBack: boolean }): Promise<OrderChange>;
  /**
   * A card payment has come for an order that had ended, and goes back; buyer and owner are told. Twice is as once.
   *
   * @param paid `otherSum` is what was paid where that is another sum than was asked for, for people to read
   */
  notePaidLate(id: number, paid: { paymentId: string; otherSum: string | null }): Promise<OrderChange>;
  /** The card payment never came: goods, gift cards and codes go back, and the checkout can be placed again. */
  voidUnpaid(id: number): Promise<OrderChange>;
  /**
   * It was sent, or is ready to be fetched. Twice is as once. With other tracking than before it corrects that and tells
   * the buyer again, unless what stands there is not what it replaces.
   *
   * @param replaces the tracking that is corrected, as the owner saw it; none where they saw an order that was not sent
   */
  ship(id: number, tracking: OrderTracking, replaces?: OrderTracking): Promise<OrderChange>;
  /**
   * The buyer withdraws from lines of it. Twice is as once. Not possible where nothing of them can be withdrawn from any
   * more, or ever could.
   */
  withdraw(id: number, statement: WithdrawalStatement): Promise<OrderChange>;
  /** All of the money was given back; what gift cards paid goes back onto them. Twice is as once. */
  refund(id: number): Promise<OrderChange>;
  /**
   * Goods, gift cards and codes go back. Twice is as once. Not possible once it was sent, nor while money of the buyer
   * is here.
   *
   * @param isRefunded whether that money has been given back along with it
   */
  cancel(id: number, isRefunded?: boolean): Promise<OrderChange>;
}
