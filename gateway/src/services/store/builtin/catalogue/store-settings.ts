import type { MinorUnits } from "@porchlight/protocol/money.ts";

/** Handle of card payments, which the owner does not list. */
export const CARD = "card";
/** Handle of the payment if a gift card or a discount leaves nothing to pay. */
export const NOTHING_DUE = "nothing-due";
/** The buyer's choice of a parcel, instead of the handle of a pickup place. */
export const SEND_IT = "send";

/** The validated `content/store/store.yaml`: everything about selling except the products. */
export type StoreSettings = {
  /** ISO 4217, "CAD": the currency of every price. */
  currency: string;
  /** ISO 3166-1 of the place the shop sells from, "CA". */
  country: string;
  /** Code of the province the shop sells from, "ON". Orders that are picked up are taxed there. */
  province?: string;
  /** IANA name. The days of discount codes begin at its midnight. */
  timeZone: string;
  /** The artist's language, "en-GB", for amounts and dates. */
  language: string;
  /**
   * The owner's format of amounts, `${{amount}}`. If absent, the language decides.
   * Source: shopify.dev, Shop.moneyFormat.
   */
  moneyFormat?: string;
  description: string;
  /** Address that buyers write to if they have questions. */
  contactEmail?: string;
  /** Whether prices include the tax. */
  taxesIncluded: boolean;
  /** Whether shipping is taxed too. */
  taxesOnShipping: boolean;
  taxes: readonly TaxRule[];
  shipping: readonly ShippingZone[];
  /** The places that are offered now; shows come and go. */
  pickup: () => readonly PickupPlace[];
  discounts: readonly Discount[];
  giftCards: readonly GiftCard[];
  /** Days after which an order that is neither paid nor sent expires; null: never. */
  unpaidOrdersExpireAfter: number | null;
  /** Share of a variant's stock that unpaid orders of one client, or for one mailbox, may hold, in millionths. */
  unpaidShareMillionths: number;
  /** Ways to pay that need no card processor, in the order they are offered. */
  payments: readonly ManualPayment[];
};

/** A tax of a country or of a province. An order pays both if both exist. */
export type TaxRule = {
  country: string;
  /** Absent if the tax applies to the whole country. */
  province?: string;
  /** As a buyer reads it, "HST". */
  title: string;
  /** In millionths, so that it is a whole number: 13 % is 130 000. */
  rateMillionths: number;
};

/** Countries with the same shipping rates. */
export type ShippingZone = {
  title: string;
  /** ISO 3166-1 codes; "*" is every country that no other zone names. */
  countries: readonly string[];
  rates: readonly ShippingRate[];
};

export type ShippingRate = {
  /** Created from the titles of its zone and of the rate: "canada-tracked-parcel". */
  handle: string;
  title: string;
  price: MinorUnits;
  /** Free from this subtotal. */
  freeFrom?: MinorUnits;
  /** Only for parcels up to this weight. */
  upToGrams?: number;
  /** The longest time to delivery, in days. */
  upToDays?: number;
};

/** A place where buyers can pick up an order. */
export type PickupPlace = {
  handle: string;
  /** The name in orders and emails. */
  title: string;
  instructions: string;
  /** In a list of choices, a show is named in two lines. */
  show?: { title: string; detail: string };
};

/** A discount code, compared without case. */
export type Discount = {
  code: string;
  title: string;
  value:
    | { kind: "percentage"; millionths: number }
    | { kind: "amount"; amount: MinorUnits }
    | { kind: "free-shipping" };
  /** Handles of the products that the code is for; absent if it is for all. */
  products?: readonly string[];
  /** Smallest subtotal. */
  minimum?: MinorUnits;
  /** ISO 8601. It is valid from `startsAt` until just before `endsAt`. */
  startsAt?: string;
  endsAt?: string;
  /** Number of orders that may use it. */
  limit?: number;
  /** Whether each email address may use it only once. */
  oncePerCustomer: boolean;
};

/** A gift card as the owner issued it. The data file has its current balance. */
export type GiftCard = {
  /** Without spaces and dashes, upper-case. */
  code: string;
  balance: MinorUnits;
  /** ISO 4217. The shop rejects a card in another currency. */
  currency: string;
  /** Last valid day, `YYYY-MM-DD`. */
  expiresOn?: string;
  isEnabled: boolean;
};

/** A normalised gift card code. */
export const GIFT_CARD_CODE = /^[A-Z0-9]{8,32}$/;

/** Removes spaces and dashes from a gift card code, and makes it upper-case, for comparison. */
export function normaliseGiftCardCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}

/** A payment that the artist handles: e-transfer, cash at pickup, an invoice. */
export type ManualPayment = {
  handle: string;
  title: string;
  /** What the buyer has to do, shown after the order and in the email. Plain text with line breaks. */
  instructions: string;
  /** Restricts the payment to orders that are picked up, or to those that are sent. */
  onlyFor?: "pickup" | "delivery";
  /** Days after which an unpaid order with this payment expires; null: never. If absent, the shop's setting applies. */
  unpaidOrdersExpireAfter?: number | null;
};
