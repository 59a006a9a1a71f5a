import type { MinorUnits } from "@porchlight/protocol/money.ts";

/** How a card payment is called among the ways to pay, in place of a handle of the owner's. */
export const CARD = "card";
/** What stands there where a gift card or a discount leaves nothing to pay. */
export const NOTHING_DUE = "nothing-due";
/** What is chosen instead of the handle of a pickup place by whoever wants a parcel. */
export const SEND_IT = "send";

/** The owner's `content/store/store.yaml`, checked: everything about selling that is not a product. */
export type StoreSettings = {
  /** ISO 4217, "CAD". Every price of the shop is in it. */
  currency: string;
  /** ISO 3166-1 of the place the shop sells from, "CA". */
  country: string;
  /** Code of the province the shop sells from, "ON": what is fetched there is taxed there. Absent: the country alone. */
  province?: string;
  /** Name of the time zone database; the days of discount codes begin there. */
  timeZone: string;
  /** The artist's language, "en-GB": amounts and dates are written as there. */
  language: string;
  /**
   * How the owner wants amounts written, `${{amount}}`. Absent: as the language does.
   * Source: shopify.dev, Shop.moneyFormat.
   */
  moneyFormat?: string;
  description: string;
  /** Whether prices hold the tax already. */
  taxesIncluded: boolean;
  /** Whether the price of shipping is taxed too. */
  taxesOnShipping: boolean;
  taxes: readonly TaxRule[];
  shipping: readonly ShippingZone[];
  /** Places where an order can be fetched instead of being sent. */
  pickup: readonly PickupPlace[];
  discounts: readonly Discount[];
  giftCards: readonly GiftCard[];
  /** Days after which an order ends that was neither paid nor sent; null: never. */
  unpaidOrdersExpireAfter: number | null;
  /** How much of a variant's stock unpaid orders of one client, or for one mailbox, hold at most, in millionths. */
  unpaidShareMillionths: number;
  /** Ways to pay that need no card processor, in the order they are offered. */
  payments: readonly ManualPayment[];
};

/** A tax of one country, or of one of its provinces. Where both are named, both are taken. */
export type TaxRule = {
  country: string;
  /** Without it the whole country. */
  province?: string;
  /** As a buyer reads it, "HST". */
  title: string;
  /** Millionths of the price, so that it is a whole number: 13 % is 130 000. */
  rateMillionths: number;
};

/** Countries that are sent to alike. */
export type ShippingZone = {
  title: string;
  /** ISO 3166-1 codes; "*" stands for everywhere that no other zone names. */
  countries: readonly string[];
  rates: readonly ShippingRate[];
};

/** One way to send a parcel. */
export type ShippingRate = {
  /** Names it on the wire and never changes while its title does: "canada-tracked-parcel". */
  handle: string;
  title: string;
  price: MinorUnits;
  /** Free from this subtotal on. */
  freeFrom?: MinorUnits;
  /** For parcels up to this weight, in grams. */
  upToGrams?: number;
  /** The longest a parcel takes, in days, as the owner says. */
  upToDays?: number;
};

/** A place to fetch an order from. */
export type PickupPlace = { handle: string; title: string; instructions: string };

/** A discount code. Compared without regard to case. */
export type Discount = {
  code: string;
  title: string;
  value:
    | { kind: "percentage"; millionths: number }
    | { kind: "amount"; amount: MinorUnits }
    | { kind: "free-shipping" };
  /** Handles of products it is for; all where absent. */
  products?: readonly string[];
  /** Subtotal from which it holds. */
  minimum?: MinorUnits;
  /** ISO 8601 instants between which it holds; not any more at the second. */
  startsAt?: string;
  endsAt?: string;
  /** Orders it may be used in. */
  limit?: number;
  /** Whether one email address may use it once only. */
  oncePerCustomer: boolean;
};

/** A gift card as the owner issued it; what is left of it is in the data file. */
export type GiftCard = {
  /** Without spaces and dashes, upper-case. */
  code: string;
  balance: MinorUnits;
  /** ISO 4217; of the shop where absent. One of another currency is refused. */
  currency: string;
  /** Last day it can be used, `YYYY-MM-DD`. */
  expiresOn?: string;
  isEnabled: boolean;
};

/** A way to pay that the artist handles: e-transfer, cash at the pickup, an invoice. */
export type ManualPayment = {
  handle: string;
  title: string;
  /** What the buyer has to do, shown after the order and in the letter. Plain text with line breaks. */
  instructions: string;
  /** Offered only when the order is fetched, or only when it is sent. */
  onlyFor?: "pickup" | "delivery";
  /** Days after which an unpaid order ends that is to be paid so; null: never. Absent: as the shop says. */
  unpaidOrdersExpireAfter?: number | null;
};
