/**
 * Orders as the owner's dashboard sees them, under `/admin/api/orders`. Amounts are whole minor units of the order's
 * `currency`; instants are ISO 8601, UTC. Errors have the body `AdminApiError`.
 */
import type { MinorUnits } from "./money.ts";

/** Longest search text, and longest text of a shipment, in characters. */
export const ORDER_TEXT_MAX_LENGTH = 200;
/** Longest address of a parcel's tracking, in characters. */
export const TRACKING_URL_MAX_LENGTH = 1_000;

/** The shape of a link that a buyer can follow; it must also be a URL. */
export const TRACKING_URL_SHAPE = /^https?:\/\/[^\s\p{C}]+$/u;

/** An order's number is its id plus this number, so the first order is "#1001". */
export const ORDER_NUMBERS_BEGIN_AFTER = 1_000;

/** Query parameter of the dashboard's address that selects an order, `/admin?order=1004`. */
export const ORDER_IN_ADDRESS = "order";

/** Maximum number of orders on one page of the list. */
export const ORDERS_PER_PAGE_MAX = 100;

/**
 * The filters of the list. `open`: the owner or the buyer still has something to do, such as a refund after the buyer
 * withdrew from the whole order. `unpaid`: the buyer knows how to pay, or is paying by card. `to-send`: paid, and
 * neither sent nor ready for pickup. `to-refund`: paid, and the buyer has withdrawn from all of it. `cancelled`:
 * includes orders whose card payment was given up.
 */
export const ORDER_STATUSES = ["open", "unpaid", "to-send", "to-refund", "sent", "cancelled"] as const;
/** One of {@link ORDER_STATUSES}. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * State of the payment. `awaiting-card`: the buyer is at the card processor, and the goods are held. `pending`: the
 * buyer knows how to pay. `voided`: the order was not paid and will not be.
 */
export type PaymentStatus = "awaiting-card" | "pending" | "paid" | "refunded" | "voided";

/**
 * An action of the owner on an order, the last part of the path: `POST …/orders/{id}/{action}` returns the
 * {@link ChangedOrder}. A repeated action changes nothing. `erased`: the buyer's personal data is removed.
 */
export type OrderAction = "paid" | "shipped" | "refunded" | "cancelled" | "erased";

/** `GET /admin/api/orders/summary`. */
export type OrdersSummary = {
  /** Whether there are any orders. */
  any: boolean;
  /** Orders of the status `open`. */
  open: number;
  /** Orders of the status `unpaid`. */
  unpaid: number;
  /** Orders of the status `to-send`. */
  toSend: number;
  /** Orders of the status `to-refund`. */
  toRefund: number;
  /** Undefined if the store is hosted. */
  takings?: Takings;
  /** Variants of which few pieces are left, those with the fewest first. */
  lowStock: LowStock[];
};

/** What buyers have paid since the month began, in the shop's time zone, without refunds. */
export type Takings = { amount: MinorUnits; currency: string; orders: number };

/** A variant that is nearly sold out: "Lake Effect tee (S / Ink)", and the pieces that are left. */
export type LowStock = { title: string; left: number };

/**
 * `GET /admin/api/orders?search=&status=&before=&limit=`, the newest first. `search` is part of a number, an address or
 * a name; `next` is the `before` of the next page; `total` counts all that the filter finds.
 */
export type OrderList = { orders: OrderEntry[]; total: number; next: number | null };

/** An order in the list. */
export type OrderEntry = {
  id: number;
  /** The order's number as buyer and owner know it: 1001 for "#1001". */
  number: number;
  placedAt: string;
  /** Empty after the buyer was removed from the order. */
  email: string;
  /** Empty for an order that needed no address. */
  name: string;
  currency: string;
  total: MinorUnits;
  /** Pieces. */
  quantity: number;
  delivery: DeliveryKind;
  payment: PaymentStatus;
  /**
   * The sum that was paid by card, if it is not the order's sum. It is text for people: "53.29 CAD". While the payment
   * is `awaiting-card`, the owner accepts that sum or pays it back. `voided`: the sum was refunded.
   */
  otherSumPaid: string | null;
  shippedAt: string | null;
  cancelledAt: string | null;
  /** `unpaid`: the order ended automatically, because it was not paid in time. */
  cancelReason: "unpaid" | null;
  /** How much of the order the buyer has withdrawn from, as consumers of the European Union may. */
  withdrawn: "none" | "some" | "all";
};

/** How an order reaches its buyer. `none`: nothing is sent as a parcel, as with a download. */
export type DeliveryKind = "shipping" | "pickup" | "none";

/** `GET /admin/api/orders/{id}`: an order with all its details and its events, the oldest event first. */
export type AdminOrder = OrderEntry & {
  updatedAt: string;
  /** Empty after they were removed, 30 days after the order had ended unpaid. */
  lines: AdminOrderLine[];
  /** Sum of the lines before discounts. */
  linesSubtotal: MinorUnits;
  /** Sum of the lines after discounts. */
  subtotal: MinorUnits;
  /** Sum of all discounts by codes, including those on shipping. */
  discount: MinorUnits;
  discountCodes: string[];
  deliveryTitle: string;
  deliveryPrice: MinorUnits;
  /** Whether prices include the taxes. */
  taxesIncluded: boolean;
  taxes: { title: string; rateMillionths: number; amount: MinorUnits }[];
  totalTax: MinorUnits;
  giftCards: { lastCharacters: string; used: MinorUnits }[];
  /** The amount that is left to pay after gift cards. */
  due: MinorUnits;
  /** Lines of the address as on a parcel, with the country's name; empty without an address. */
  addressLines: string[];
  phone: string;
  note: string | null;
  attributes: { key: string; value: string }[];
  /** Name of the payment method as the buyer read it, "Interac e-Transfer". */
  paymentTitle: string;
  paidAt: string | null;
  /**
   * The goods are held for the payment until this time; null if they are held without an end, or not at all.
   */
  heldUntil: string | null;
  refundedAt: string | null;
  totalRefunded: MinorUnits;
  shipment: OrderShipment | null;
  /** Whether a part of the order is not sent as a parcel, such as a download. The owner can give it a link. */
  hasDownload: boolean;
  /** Withdrawals of the buyer, the oldest first. */
  withdrawals: OrderWithdrawal[];
  events: OrderHistoryEntry[];
  /** Emails about the order that the mail server has not accepted; empty without a mail server. */
  unsentEmails: UnsentOrderEmail[];
  /** Actions that are possible now. */
  actions: OrderAction[];
  /** Whether a refund sends the money back automatically; otherwise the owner pays it back by hand. */
  isRefundedByItself: boolean;
  /** Path of the order's page on this origin, to which the buyer has a link. */
  statusPath: string;
};

/**
 * Response to each {@link OrderAction}. `doneBefore`: the requested actions that were done already, by somebody else or
 * by a request whose response was lost; absent if there are none. A cancellation with a refund counts as both actions.
 */
export type ChangedOrder = AdminOrder & { doneBefore?: OrderAction[] };

/** One line of an order, with the names and prices of that time. */
export type AdminOrderLine = {
  /** Handle of the product. */
  handle: string;
  title: string;
  /** Empty if the product has only one variant. */
  variantTitle: string;
  sku: string | null;
  quantity: number;
  unitPrice: MinorUnits;
  discount: MinorUnits;
  /** After the discount. */
  total: MinorUnits;
  attributes: { key: string; value: string }[];
};

/** A buyer's withdrawal: when it was submitted, under which name, and the indexes of its `lines` in the order. */
export type OrderWithdrawal = { at: string; name: string; lines: number[] };

/** How an order was sent. Texts that the owner did not give are empty. */
export type OrderShipment = {
  shippedAt: string;
  trackingNumber: string;
  carrier: string;
  trackingUrl: string;
  /** Link to what the buyer downloads. Absent or empty if the owner gave no link. */
  downloadUrl?: string;
};

/** The parts of a shipment by which the buyer finds a parcel or a download. */
export type OrderTracking = Omit<OrderShipment, "shippedAt">;

/**
 * An event of an order. `voided`: its card payment was given up. `reminded`: the gateway reminded the buyer to pay
 * while the goods are held. `expired`: the order ended because it was not paid by then. `withdrawn`: the buyer
 * withdrew. `tracking` is the tracking in the email to the buyer, even if the owner corrected it later; absent without
 * a tracking.
 */
export type OrderHistoryEntry = {
  at: string;
  type: "placed" | "paid" | "shipped" | "refunded" | "cancelled" | "voided" | "reminded" | "expired" | "withdrawn";
  tracking?: OrderTracking;
};

/**
 * An email that the mail server did not accept, that waits longer than usual, or that was given up. `reason` is the
 * code of the last failure, such as `EAUTH` or `451`; absent if the gateway has not tried to send the email yet.
 */
export type UnsentOrderEmail = { to: "buyer" | "owner"; isGivenUp: boolean; reason?: string };

/**
 * `GET /admin/api/orders.csv`: all orders, one row for each line of an order; the first row of an order has its sums.
 */
export const ORDERS_CSV_NAME = "orders.csv";

/**
 * Body of `POST …/shipped`. With `replaces`, the request corrects the tracking; `replaces` is the tracking that the
 * owner saw. If somebody else has sent or corrected the order meanwhile, the gateway rejects the request.
 */
export type ShippedRequest = Partial<OrderTracking> & { replaces?: OrderTracking };

/** Body of `POST …/cancelled`. With `refund` a paid order is refunded first. */
export type CancelledRequest = { refund?: boolean };
