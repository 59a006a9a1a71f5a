import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { OrderShipment, OrderWithdrawal, PaymentStatus } from "@porchlight/protocol/orders.ts";
import type { Address, TaxPlace } from "../../../shared/addresses/address.ts";
import type { WithdrawalException } from "../catalogue/catalogue.ts";
import type { Attribute } from "./cart.ts";

/** A line of an order, with the name and price at the time of the order. Later catalogue changes do not affect it. */
export type OrderLine = {
  variantId: number;
  /** Handle of the product, for a link to the product while it is on sale. */
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
  requiresShipping: boolean;
  /** The exception that `products.yaml` named at the time of the order; absent if there was none. */
  withdrawal?: WithdrawalException;
  attributes: readonly Attribute[];
};

/** An order. Amounts in minor units of `currency`; instants are ISO 8601, UTC. */
export type Order = {
  /** Numeric part of `gid://shopify/Order/{n}`. */
  id: number;
  /** Counted up from 1001. The buyer and the owner know the order by this number, "#1001". */
  number: number;
  /** Secret part of the status page's address. */
  statusKey: string;
  checkoutToken: string;
  placedAt: string;
  /** Empty once the order is reduced, or the owner has erased its buyer. */
  email: string;
  currency: string;
  /** Empty once the order is reduced, some weeks after it ended unpaid. */
  lines: readonly OrderLine[];
  linesSubtotal: MinorUnits;
  /** The reduction of lines and shipping by all codes. */
  discount: MinorUnits;
  /** Codes that reduced the price. */
  discountCodes: readonly string[];
  subtotal: MinorUnits;
  delivery: {
    kind: "shipping" | "pickup" | "none";
    handle: string;
    title: string;
    price: MinorUnits;
    instructions: string;
    /** Longest delivery time in days; absent if the owner has set none. */
    upToDays?: number;
  };
  taxesIncluded: boolean;
  /** The place whose taxes apply; absent in older orders. */
  taxPlace?: TaxPlace | null;
  taxes: readonly { title: string; rateMillionths: number; amount: MinorUnits }[];
  totalTax: MinorUnits;
  total: MinorUnits;
  giftCards: readonly { id: number; lastCharacters: string; used: MinorUnits }[];
  /** The sum to pay after gift cards. */
  due: MinorUnits;
  address: Address | null;
  note: string | null;
  attributes: readonly Attribute[];
  /** Whether the buyer wanted downloads at once and agreed that this ends the right to withdraw from them. */
  beginsAtOnce?: boolean;
  payment: {
    /** Handle of a manual payment, `card`, or, if gift cards or codes covered the whole sum, `nothing-due`. */
    method: string;
    title: string;
    instructions: string;
    status: PaymentStatus;
    paidAt: string | null;
    /** The processor's ids of the checkout session and of the payment. */
    sessionId: string | null;
    paymentId: string | null;
    /** The sum paid by card, formatted, "53.29 CAD"; null if it equals `due`. */
    otherSum: string | null;
  };
  refundedAt: string | null;
  totalRefunded: MinorUnits;
  shipment: OrderShipment | null;
  cancelledAt: string | null;
  /** `unpaid`: the order ended because it was not paid in time. Null if the owner cancelled it, or it has not ended. */
  cancelReason: "unpaid" | null;
  /** Until when the unpaid order holds its goods; null if there is no end. */
  heldUntil: string | null;
  /** When the buyer is reminded of that day; null if the reminder was sent or none is planned. */
  remindAt: string | null;
  withdrawals: readonly Readonly<OrderWithdrawal>[];
  updatedAt: string;
};
