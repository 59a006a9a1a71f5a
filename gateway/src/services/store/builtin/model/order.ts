import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { OrderShipment, OrderWithdrawal, PaymentStatus } from "@porchlight/protocol/orders.ts";
import type { Address, TaxPlace } from "../../../shared/addresses/address.ts";
import type { WithdrawalException } from "../catalogue/catalogue.ts";
import type { Attribute } from "./cart.ts";

/** What was bought, as it was called and cost then; a later change of the catalogue changes no order. */
export type OrderLine = {
  variantId: number;
  /** Handle of the product, for a link while it is still on sale. */
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
  requiresShipping: boolean;
  /** As `products.yaml` said then; absent where the right to withdraw is the usual one. */
  withdrawal?: WithdrawalException;
  attributes: readonly Attribute[];
};

/** An order. Amounts in minor units of `currency`; instants are ISO 8601, UTC. */
export type Order = {
  /** Numeric part of `gid://shopify/Order/{n}`. */
  id: number;
  /** Counted up from 1001; what buyer and owner call it, "#1001". */
  number: number;
  /** Secret part of the status page's address. */
  statusKey: string;
  checkoutToken: string;
  placedAt: string;
  /** Empty once the order is reduced. */
  email: string;
  currency: string;
  /** None once the order is reduced: it ended unpaid some weeks ago. */
  lines: readonly OrderLine[];
  linesSubtotal: MinorUnits;
  /** What codes took off, shipping included. */
  discount: MinorUnits;
  /** Those that took something off. */
  discountCodes: readonly string[];
  subtotal: MinorUnits;
  delivery: {
    kind: "shipping" | "pickup" | "none";
    handle: string;
    title: string;
    price: MinorUnits;
    instructions: string;
    /** The longest it takes, in days, where the owner said so. */
    upToDays?: number;
  };
  taxesIncluded: boolean;
  /** Place of taxation; older orders have none. */
  taxPlace?: TaxPlace | null;
  taxes: readonly { title: string; rateMillionths: number; amount: MinorUnits }[];
  totalTax: MinorUnits;
  total: MinorUnits;
  giftCards: readonly { id: number; lastCharacters: string; used: MinorUnits }[];
  /** What had to be paid beyond gift cards. */
  due: MinorUnits;
  address: Address | null;
  note: string | null;
  attributes: readonly Attribute[];
  /** Whether the buyer asked for downloads at once, knowing that the right to withdraw from them ends with that. */
  beginsAtOnce?: boolean;
  payment: {
    /** Handle of a manual way to pay, `card`, or `nothing-due` where gift cards or codes covered all of it. */
    method: string;
    title: string;
    instructions: string;
    status: PaymentStatus;
    paidAt: string | null;
    /** The processor's own names for a card payment: its checkout session and its payment. */
    sessionId: string | null;
    paymentId: string | null;
    /** What was paid by card where that is another sum than `due`, for people to read: "53.29 CAD". */
    otherSum: string | null;
  };
  refundedAt: string | null;
  totalRefunded: MinorUnits;
  shipment: OrderShipment | null;
  cancelledAt: string | null;
  /** `unpaid`: it ended by itself, because it was not paid in time. Null where somebody cancelled it, or nobody has. */
  cancelReason: "unpaid" | null;
  /** Until when its goods are held while it is not paid; null where that has no end. */
  heldUntil: string | null;
  /** When its buyer is to be reminded of that; null where that is done, or never is. */
  remindAt: string | null;
  withdrawals: readonly Readonly<OrderWithdrawal>[];
  updatedAt: string;
};
