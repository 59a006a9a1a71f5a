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

/** An order's number is its id and this: the first is called "#1001". */
export const ORDER_NUMBERS_BEGIN_AFTER = 1_000;

/** Query parameter of the dashboard's address that selects an order, `/admin?order=1004`. */
export const ORDER_IN_ADDRESS = "order";

/** Most orders on one page of the list. */
export const ORDERS_PER_PAGE_MAX = 100;

/**
 * The filters of the list. `open`: the owner or the buyer still has something to do, also a refund after the buyer withdrew
 * from all of it. `unpaid`: the buyer knows how to pay, or is paying by card. `to-send`: paid, and neither sent nor ready to be fetched. `cancelled`: also card
 * payments that were given up.
 */
export const ORDER_STATUSES = ["open", "unpaid", "to-send", "sent", "cancelled"] as const;
/** One of {@link ORDER_STATUSES}. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Whether the money is there. `awaiting-card`: the buyer is at the card processor, the goods are held for them.
 * `pending`: the buyer knows how to pay. `voided`: it was never paid and never will be.
 */
export type PaymentStatus = "awaiting-card" | "pending" | "paid" | "refunded" | "voided";

/**
 * What the owner may do with an order now: the last part of the path, `POST …/orders/{id}/{action}`. Each returns the
 * {@link ChangedOrder}. A repeated action changes nothing.
 */
export type OrderAction = "paid" | "shipped" | "refunded" | "cancelled";

/** `GET /admin/api/orders/summary`. */
export type OrdersSummary = {
  /** Whether there are any orders. */
  any: boolean;
  /** Orders of the status `open`. */
  open: number;
};

/**
 * `GET /admin/api/orders?search=&status=&before=&limit=`, the newest first. `search` is part of a number, an address or
 * a name; `next` is the `before` of the next page; `total` counts all that the filter finds.
 */
export type OrderList = { orders: OrderEntry[]; total: number; next: number | null };

/** An order in the list. */
export type OrderEntry = {
  id: number;
  /** What buyer and owner call it, "#1001" without the sign. */
  number: number;
  placedAt: string;
  /** Empty once it was removed, with the lines. */
  email: string;
  /** Empty where no address was needed. */
  name: string;
  currency: string;
  total: MinorUnits;
  /** Pieces. */
  quantity: number;
  delivery: DeliveryKind;
  payment: PaymentStatus;
  /**
   * The sum that was paid by card if it differs from the order's, for people to read: "53.29 CAD". While the payment is
   * `awaiting-card` the owner accepts it or pays it back; `voided`: it went back.
   */
  otherSumPaid: string | null;
  shippedAt: string | null;
  cancelledAt: string | null;
  /** `unpaid`: it ended by itself, because it was not paid in time. */
  cancelReason: "unpaid" | null;
  /** How much of it the buyer has withdrawn from, as consumers of the European Union may. */
  withdrawn: "none" | "some" | "all";
};

/** How an order reaches its buyer; `none` where nothing is sent, as with a download. */
export type DeliveryKind = "shipping" | "pickup" | "none";

/** `GET /admin/api/orders/{id}`: all of one order, and what happened to it, the first event first. */
export type AdminOrder = OrderEntry & {
  updatedAt: string;
  /** Empty once they were removed: it ended unpaid more than 30 days ago. */
  lines: AdminOrderLine[];
  /** Before and after what codes took off the lines. */
  linesSubtotal: MinorUnits;
  subtotal: MinorUnits;
  /** What codes took off, shipping included. */
  discount: MinorUnits;
  discountCodes: string[];
  deliveryTitle: string;
  deliveryPrice: MinorUnits;
  /** Whether prices hold the tax already. */
  taxesIncluded: boolean;
  taxes: { title: string; rateMillionths: number; amount: MinorUnits }[];
  totalTax: MinorUnits;
  giftCards: { lastCharacters: string; used: MinorUnits }[];
  /** What had to be paid beyond gift cards. */
  due: MinorUnits;
  /** The parts of the address in the order they are written on a parcel, the country by name; empty where there is none. */
  addressLines: string[];
  phone: string;
  note: string | null;
  attributes: { key: string; value: string }[];
  /** As the buyer read it, "Interac e-Transfer". */
  paymentTitle: string;
  paidAt: string | null;
  /** Until when its goods are held for a payment that is not there yet; null where they are not, or where that has no end. */
  heldUntil: string | null;
  refundedAt: string | null;
  totalRefunded: MinorUnits;
  shipment: OrderShipment | null;
  /** Whether something in it is not sent as a parcel, such as a download: the owner can give it a link. */
  hasDownload: boolean;
  /** Withdrawals of the buyer, the first one first. */
  withdrawals: OrderWithdrawal[];
  events: OrderHistoryEntry[];
  /** Emails about it that were not sent; without a mail server there are none. */
  unsentEmails: UnsentOrderEmail[];
  /** What can be done with it now. */
  actions: OrderAction[];
  /** Whether a refund sends the money back by itself; otherwise the owner pays it back by hand. */
  isRefundedByItself: boolean;
  /** Path on this origin of the page that the buyer has a link to. */
  statusPath: string;
};

/**
 * Response to each {@link OrderAction}. `doneBefore`: the requested actions that were done already, by somebody else or by a
 * request whose response was lost; absent if there are none. A cancellation with a refund requests both.
 */
export type ChangedOrder = AdminOrder & { doneBefore?: OrderAction[] };

/** One line of an order, as it was called and cost then. */
export type AdminOrderLine = {
  /** Handle of the product. */
  handle: string;
  title: string;
  /** Empty where the product has one variant only. */
  variantTitle: string;
  sku: string | null;
  quantity: number;
  unitPrice: MinorUnits;
  discount: MinorUnits;
  /** After the discount. */
  total: MinorUnits;
  attributes: { key: string; value: string }[];
};

/** A buyer's declaration to withdraw: when it was submitted, in which name, and from which `lines`, by their places. */
export type OrderWithdrawal = { at: string; name: string; lines: number[] };

/** How an order was sent; texts are empty where the owner gave none. */
export type OrderShipment = {
  shippedAt: string;
  trackingNumber: string;
  carrier: string;
  trackingUrl: string;
  /** Where the buyer downloads what is not sent as a parcel. Absent or empty: the owner gave no link. */
  downloadUrl?: string;
};

/** What a buyer finds a parcel, or a download, by. */
export type OrderTracking = Omit<OrderShipment, "shippedAt">;

/**
 * An event of an order. `voided`: its card payment was given up. `reminded`: its buyer got a reminder until when it is held.
 * `expired`: it ended because it was not paid by then. `withdrawn`: its buyer withdrew. `tracking` is what the buyer's email
 * said then, also where it was corrected later; absent where there was none.
 */
export type OrderHistoryEntry = {
  at: string;
  type: "placed" | "paid" | "shipped" | "refunded" | "cancelled" | "voided" | "reminded" | "expired" | "withdrawn";
  tracking?: OrderTracking;
};

/**
 * An email that was tried and not taken, waits for longer than is usual, or was given up. `reason` is what the mail server
 * did the last time, in a word such as `EAUTH` or `451`; left out where it was not asked yet.
 */
export type UnsentOrderEmail = { to: "buyer" | "owner"; isGivenUp: boolean; reason?: string };

/** `GET /admin/api/orders.csv`: all orders, one row for each of their lines; the sums stand in an order's first row. */
export const ORDERS_CSV_NAME = "orders.csv";

/**
 * Body of `POST …/shipped`. With `replaces`, the tracking that the owner saw, it corrects the tracking. It is rejected if
 * somebody else has sent or corrected the order meanwhile, so that no number is overwritten unseen.
 */
export type ShippedRequest = Partial<OrderTracking> & { replaces?: OrderTracking };

/** Body of `POST …/cancelled`. With `refund` a paid order is paid back first. */
export type CancelledRequest = { refund?: boolean };
