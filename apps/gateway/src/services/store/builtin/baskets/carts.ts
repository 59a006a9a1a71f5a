import type { Attribute, BasketLine, PricedBasket } from "./basket.ts";

/** Who buys, as a client says it. */
export type BuyerIdentity = { countryCode: string | null; email: string | null; phone: string | null };

/** A Storefront cart with its present prices. */
export type Cart = {
  /** Part of `gid://shopify/Cart/{token}`; whoever has it has the cart. 22 characters of base64url, drawn at random. */
  token: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  lines: readonly BasketLine[];
  note: string | null;
  attributes: readonly Attribute[];
  buyerIdentity: BuyerIdentity;
  /** As entered, also those that do not hold. */
  discountCodes: readonly string[];
  priced: PricedBasket;
};

/** A line to be added. */
export type NewLine = { variantId: number | undefined; quantity: number; attributes: Attribute[] };

/** What of a line is to be changed; what is absent stays. */
export type LineChange = { id: string; variantId?: number | undefined; quantity?: number; attributes?: Attribute[] };

/**
 * Why a line could not be stored. `at` counts the lines of the request from 0.
 * `no-such-variant`: it is not on sale here. `bad-quantity`: below 1 (below 0 for a change), or above 1,000,000.
 * `not-enough`: fewer are there. `no-such-line`: of a change or removal. `too-many-lines`: above 1,000.
 */
export type LineRefusal = {
  at: number;
  reason: "no-such-variant" | "bad-quantity" | "not-enough" | "no-such-line" | "too-many-lines";
};

/** A cart after a change, with what was refused of it. A change with a refused line changes nothing. */
export type CartOutcome = { cart: Cart; refusals: readonly LineRefusal[] };

/** Storefront carts. Undefined stands for a cart that is not there, or whose order was placed. */
export interface Carts {
  find(token: string): Cart | undefined;
  /** Even with refused lines a cart comes to be, without any of the lines, so that a client has one to go on with. */
  create(input: {
    lines: readonly NewLine[];
    note: string | null;
    attributes: readonly Attribute[];
    buyerIdentity: BuyerIdentity;
    discountCodes: readonly string[];
  }): Promise<CartOutcome>;
  addLines(token: string, lines: readonly NewLine[]): Promise<CartOutcome | undefined>;
  updateLines(token: string, changes: readonly LineChange[]): Promise<CartOutcome | undefined>;
  removeLines(token: string, ids: readonly string[]): Promise<CartOutcome | undefined>;
  setNote(token: string, note: string | null): Promise<Cart | undefined>;
  setAttributes(token: string, attributes: readonly Attribute[]): Promise<Cart | undefined>;
  /** What is absent stays. */
  setBuyerIdentity(token: string, identity: Partial<BuyerIdentity>): Promise<Cart | undefined>;
  setDiscountCodes(token: string, codes: readonly string[]): Promise<Cart | undefined>;
}
