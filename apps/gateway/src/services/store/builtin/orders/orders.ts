import type { CheckoutKey } from "../baskets/checkouts.ts";
import type { Order } from "./order.ts";

/** How the buyer wants to pay: a manual way by its handle, or by card. */
export type PaymentChoice = { method: string };

/** Why an order could not be placed. Nothing was stored then. */
export type PlacingRefusal =
  /** Lines of which fewer are left than asked for. */
  | { reason: "not-enough"; lines: readonly { lineId: string; title: string; left: number }[] }
  /** Something has gone from the catalogue, or the basket is empty. */
  | { reason: "empty" | "gone" }
  | { reason: "no-email" | "no-address" | "no-delivery" | "no-such-payment" }
  /** The total is another than the buyer saw; they have to see the new one first. */
  | { reason: "total-changed" };

/** Outcome of placing: the order, also when it was placed before by the same checkout. */
export type PlacingOutcome = { ok: true; order: Order; isNew: boolean } | { ok: false; refusal: PlacingRefusal };

/** What the owner may do with an order and what comes of it. */
export type OrderChange =
  | { ok: true; order: Order }
  | { ok: false; reason: "no-such-order" | "not-possible-now"; message: string };

/** A page of orders, the newest first. */
export type OrderPage = { orders: readonly Order[]; total: number; next: number | null };

/** What the owner narrows the list of orders by. */
export type OrderFilter = {
  /** Part of a number, an email address or a name. */
  search?: string;
  status?: "open" | "unpaid" | "to-send" | "sent" | "cancelled";
};

/** Orders of the built-in store. */
export interface Orders {
  /**
   * Places the order of a checkout: takes the pieces from the stock, the amounts from the gift cards and counts the
   * codes, all in one change. A checkout gives one order whatever happens: asked again, it answers with the same.
   *
   * @param expectedTotal what the buyer was shown, so that nobody pays an amount they have not seen
   * @returns undefined for a checkout that is not there
   */
  place(which: CheckoutKey, choice: PaymentChoice & { expectedTotal: number }): Promise<PlacingOutcome | undefined>;
  byId(id: number): Order | undefined;
  /** The order behind a status page's address; both parts have to fit. */
  byStatusKey(id: number, statusKey: string): Order | undefined;
  byCardSession(sessionId: string): Order | undefined;
  list(filter: OrderFilter, page: { before?: number; limit: number }): OrderPage;
  /** Whether any order was ever placed. */
  any(): boolean;
  /** Notes the processor's session that an order waits for. */
  awaitCard(id: number, sessionId: string): Promise<OrderChange>;
  /** Money has come. Twice is as once. */
  markPaid(id: number, paid?: { paymentId: string }): Promise<OrderChange>;
  /** The card payment never came: goods, gift cards and codes go back, and the checkout can be placed again. */
  voidUnpaid(id: number): Promise<OrderChange>;
  ship(id: number, shipment: { trackingNumber: string; carrier: string; trackingUrl: string }): Promise<OrderChange>;
  refund(id: number): Promise<OrderChange>;
  /** Goods, gift cards and codes go back. */
  cancel(id: number): Promise<OrderChange>;
}
