import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { TaxPlace } from "../../../shared/addresses/address.ts";
import type { Variant } from "../catalogue/catalogue.ts";
import type { Discount, ShippingRate } from "../catalogue/store-settings.ts";

/** A key and a value that a client stores with a line, a cart or a checkout. */
export type Attribute = { key: string; value: string };

/** One stored line of a cart or a checkout. The line stays when its variant is no longer on sale. */
export type CartLine = {
  /** UUID; it stays the same while the line changes. */
  id: string;
  variantId: number;
  quantity: number;
  attributes: Attribute[];
};

/** The parts of a cart or a checkout on which prices depend. */
export type PricingRequest = {
  lines: readonly CartLine[];
  discountCodes: readonly string[];
  address: TaxPlace | null;
  /** Handle of a shipping rate or of a pickup place. */
  deliveryHandle: string | null;
  giftCards: readonly { id: number; balance: MinorUnits }[];
};

/** A line with its prices. `total` = `quantity` × `unitPrice` − its discounts. */
export type PricedLine = {
  line: CartLine;
  variant: Variant;
  unitPrice: MinorUnits;
  subtotal: MinorUnits;
  discounts: { code: string; amount: MinorUnits }[];
  total: MinorUnits;
  /** Tax on this line; part of `total` if prices include taxes. */
  tax: MinorUnits;
};

/** A code that the buyer entered. `amount` is the reduction of lines and shipping together. */
export type EnteredDiscount = {
  code: string;
  /** Why the code does not apply; absent if it applies. */
  error?: DiscountError;
  discount?: Discount | undefined;
  amount: MinorUnits;
};

/** A gift card that pays for a checkout. */
export type AppliedGiftCard = { id: number; lastCharacters: string; balance: MinorUnits };

/** Why a gift card cannot be used. */
export type GiftCardError =
  | "invalid"
  | "not-found"
  | "expired"
  | "depleted"
  | "disabled"
  | "already-applied"
  | "other-currency";

/** Why a discount code does not apply. */
export type DiscountError =
  | "not-found"
  | "not-yet"
  | "expired"
  | "used-up"
  | "below-minimum"
  | "no-such-product"
  /** Another code reduces the price more, and only one code applies to the same goods. */
  | "another-is-better";

/** What a cart or a checkout costs. All amounts are in minor units of the shop's currency. */
export type PricedCart = {
  /** Lines whose variant is on sale. */
  lines: PricedLine[];
  /** Lines whose variant is no longer in the catalogue; they cost nothing and cannot be bought. */
  unavailable: CartLine[];
  /** Pieces of all `lines`. */
  quantity: number;
  requiresShipping: boolean;
  /** Sum of the lines before discounts. */
  linesSubtotal: MinorUnits;
  /** Sum of the lines after discounts. */
  subtotal: MinorUnits;
  discounts: EnteredDiscount[];
  /** Shipping to the address, once it is known, and pickup; none if nothing needs shipping. */
  deliveryOptions: DeliveryOption[];
  /** The chosen option; null if none is chosen or the chosen one is no longer offered. */
  delivery: DeliveryOption | null;
  /** Price of the chosen delivery after discounts; 0 if none is chosen. */
  deliveryPrice: MinorUnits;
  /** Null while the place is not known. */
  taxPlace: TaxPlace | null;
  taxes: { title: string; rateMillionths: number; amount: MinorUnits }[];
  totalTax: MinorUnits;
  total: MinorUnits;
  giftCards: { id: number; used: MinorUnits }[];
  /** What is left to pay: `total` minus the gift cards. */
  due: MinorUnits;
};

/** A way to receive an order. `price` is before discounts; 0 if the subtotal reaches the rate's free limit. */
export type DeliveryOption = {
  kind: "shipping" | "pickup";
  handle: string;
  title: string;
  price: MinorUnits;
  /** How to pick up the order; null for shipping. */
  instructions: string | null;
  rate: ShippingRate | null;
};
