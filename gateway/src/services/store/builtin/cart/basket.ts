import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { Variant } from "../catalogue/catalogue.ts";
import type { Discount, ShippingRate } from "../catalogue/store-settings.ts";

/** A key and a value that a client keeps with a line, a cart or a checkout. */
export type Attribute = { key: string; value: string };

/** One line of a cart or a checkout as it is stored. A variant that is no longer on sale keeps its line. */
export type CartLine = {
  /** UUID; it stays the same while the line changes, and grows no gaps in a cursor. */
  id: string;
  variantId: number;
  quantity: number;
  attributes: Attribute[];
};

/** Where an order goes. Countries and provinces are codes wherever they could be recognised. */
export type Address = {
  firstName: string;
  lastName: string;
  company: string;
  address1: string;
  address2: string;
  city: string;
  /** The name, "Ontario", as the buyer wrote it; the official one where a code was typed. */
  province: string;
  /** "ON", or empty for a country without a list of provinces here. */
  provinceCode: string;
  /** ISO 3166-1, "CA". */
  countryCode: string;
  zip: string;
  phone: string;
};

/** Everything that decides on a price. */
export type PricingRequest = {
  lines: readonly CartLine[];
  discountCodes: readonly string[];
  address: Pick<Address, "countryCode" | "provinceCode"> | null;
  /** Handle of a shipping rate or of a pickup place. */
  deliveryHandle: string | null;
  /** Who buys, for codes that each may use once. */
  email: string | null;
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
  /** Tax on this line, already within `total` where prices hold the tax. */
  tax: MinorUnits;
};

/** A code that somebody entered. `amount` is what it takes off in all, shipping included. */
export type EnteredDiscount = {
  code: string;
  /** Why it does not hold; absent when it does. */
  refusal?: DiscountRefusal;
  discount?: Discount | undefined;
  amount: MinorUnits;
};

/** Why a code does not hold. */
export type DiscountRefusal =
  | "not-found"
  | "not-yet"
  | "expired"
  | "used-up"
  | "used-by-customer"
  | "below-minimum"
  | "no-such-product"
  /** Another code takes more off; codes are not added up on the same goods. */
  | "another-is-better";

/** Where a basket is taxed; the code of the province is empty where the country has none. */
export type TaxPlace = Pick<Address, "countryCode" | "provinceCode">;

/** What buying a basket would cost. All amounts in minor units of the shop's currency. */
export type PricedCart = {
  /** Lines whose variant is on sale; the others cost nothing and cannot be bought. */
  lines: PricedLine[];
  /** Lines whose variant has gone from the catalogue. */
  gone: CartLine[];
  /** Pieces of all `lines`. */
  quantity: number;
  requiresShipping: boolean;
  /** Sum of the lines before and after discounts. */
  linesSubtotal: MinorUnits;
  subtotal: MinorUnits;
  discounts: EnteredDiscount[];
  /** Ways the basket can be sent to the address, once that is known, or fetched; none where nothing has to be sent. */
  deliveryOptions: DeliveryOption[];
  /** The chosen one, while it is among the options. */
  delivery: DeliveryOption | null;
  /** Price of the chosen delivery after discounts; 0 while none is chosen. */
  deliveryPrice: MinorUnits;
  /** Where it is taxed; null while that is not known. */
  taxPlace: TaxPlace | null;
  taxes: { title: string; rateMillionths: number; amount: MinorUnits }[];
  totalTax: MinorUnits;
  total: MinorUnits;
  giftCards: { id: number; used: MinorUnits }[];
  /** What is left to pay: `total` minus the gift cards. */
  due: MinorUnits;
};

/** A way to have an order. `price` is before discounts, 0 where it is free from a subtotal that is reached. */
export type DeliveryOption = {
  kind: "shipping" | "pickup";
  handle: string;
  title: string;
  price: MinorUnits;
  /** Of a pickup place. */
  instructions: string | null;
  rate: ShippingRate | null;
};
