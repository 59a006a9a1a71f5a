import type { CodeKind } from "../checkout/code-guesses.ts";
import type { Attribute, CartLine, PricedCart } from "./basket.ts";

/** Who buys, as a client says it. */
export type BuyerIdentity = { countryCode: string | null; email: string | null; phone: string | null };

/** A Storefront cart with its present prices. */
export type Cart = {
  /** Part of `gid://shopify/Cart/{token}`; whoever has it has the cart. 22 characters of base64url, drawn at random. */
  token: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  lines: readonly CartLine[];
  note: string | null;
  attributes: readonly Attribute[];
  buyerIdentity: BuyerIdentity;
  /** As entered, also those that do not hold. */
  discountCodes: readonly string[];
  priced: PricedCart;
};

/** A line to be added. */
export type NewLine = { variantId: number | undefined; quantity: number; attributes: Attribute[] };

/**
 * What of a line is to be changed; what is absent stays. A `variantId` that is there and undefined stands for an id that
 * names no variant, as in {@link NewLine}.
 */
export type LineChange = { id: string; variantId?: number | undefined; quantity?: number; attributes?: Attribute[] };

/**
 * Why a line could not be stored. `at` counts the lines of the request from 0.
 * `no-such-variant`: it is not on sale here. `bad-quantity`: below 1 (below 0 for a change), or above 1,000,000.
 * `not-enough`: fewer are there. `no-such-line`: of a change or removal. `too-many-lines`: above 1,000.
 * `bad-attributes`: more than 50 of them, or a key or value above 500 characters.
 */
export type LineRefusal =
  | {
      at: number;
      reason: "no-such-variant" | "bad-quantity" | "not-enough" | "no-such-line" | "too-many-lines" | "bad-attributes";
    }
  /** More pieces of a variant than one order can have; `most` is what it can. */
  | { at: number; reason: "above-per-order"; most: number };

/** Why words could not be stored with a basket. `most` is what is taken: characters of a text, entries of a list. */
export type TextRefusal = {
  reason: "too-long" | "too-many";
  field: "note" | "attributes" | "discountCodes" | "giftCardCodes" | "phone";
  most: number;
};

/** More codes were wrong than anybody mistypes: none is looked at for now. */
export type GuessRefusal = { reason: "too-many-guesses"; kind: CodeKind };

/** Why a cart could not be changed. */
export type CartRefusal = LineRefusal | TextRefusal | GuessRefusal | { reason: "bad-email" };

/** A cart after a change, with what was refused of it. A change of which anything was refused changes nothing. */
export type CartOutcome = { cart: Cart; refusals: readonly CartRefusal[] };

/** Storefront carts. Undefined stands for a cart that is not there, or whose order was placed. */
export interface Carts {
  find(token: string): Cart | undefined;
  /**
   * Even with something refused a cart comes to be, so that a client has one to go on with: without any of the lines if
   * one of them was refused, and without the words that were.
   */
  create(input: {
    lines: readonly NewLine[];
    note: string | null;
    attributes: readonly Attribute[];
    buyerIdentity: BuyerIdentity;
    discountCodes: readonly string[];
    /** What limits on guesses at codes count by, and whose share of the room for carts it takes up. */
    client: string;
  }): Promise<CartOutcome>;
  addLines(token: string, lines: readonly NewLine[]): Promise<CartOutcome | undefined>;
  updateLines(token: string, changes: readonly LineChange[]): Promise<CartOutcome | undefined>;
  removeLines(token: string, ids: readonly string[]): Promise<CartOutcome | undefined>;
  setNote(token: string, note: string | null): Promise<CartOutcome | undefined>;
  setAttributes(token: string, attributes: readonly Attribute[]): Promise<CartOutcome | undefined>;
  /** What is absent stays. */
  setBuyerIdentity(token: string, identity: Partial<BuyerIdentity>): Promise<CartOutcome | undefined>;
  /** @param client what limits on guesses count by */
  setDiscountCodes(token: string, codes: readonly string[], client: string): Promise<CartOutcome | undefined>;
}
