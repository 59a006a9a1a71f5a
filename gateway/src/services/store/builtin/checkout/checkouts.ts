import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { Address, Attribute, CartLine, DiscountRefusal, EnteredDiscount, PricedCart } from "../cart/basket.ts";
import type { GuessRefusal, LineChange, LineRefusal, NewLine, TextRefusal } from "../cart/carts.ts";
import type { Order } from "../orders/order.ts";

/**
 * A checkout with its present prices, or those of its order once that was placed: what the checkout mutations change,
 * and the checkout pages show.
 */
export type Checkout = {
  /** Parts of `gid://shopify/Checkout/{token}?key={key}`: the token names it, the key is the secret. */
  token: string;
  key: string;
  /** The Storefront cart it was made from, which goes when the order is placed. */
  cartToken: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  email: string | null;
  lines: readonly CartLine[];
  address: Address | null;
  /** Handle of the chosen shipping rate or pickup place. */
  deliveryHandle: string | null;
  note: string | null;
  attributes: readonly Attribute[];
  discountCodes: readonly string[];
  giftCards: readonly CheckoutGiftCard[];
  priced: PricedCart;
  /** Set once the order is placed; nothing can be changed from then on. */
  order: Order | null;
};

/** A gift card that a checkout is going to be paid with. */
export type CheckoutGiftCard = { id: number; lastCharacters: string; balance: MinorUnits };

/** Why a gift card was refused. */
export type GiftCardRefusal =
  | "invalid"
  | "not-found"
  | "expired"
  | "depleted"
  | "disabled"
  | "already-applied"
  | "other-currency";

/** Why a change was refused: the reason, and which entry of the request's list it is about, counted from 0. */
export type CheckoutRefusal =
  | LineRefusal
  | TextRefusal
  | GuessRefusal
  | { reason: "already-completed" }
  | { reason: "bad-email" }
  | { reason: "bad-address"; field: keyof Address; problem: "blank" | "too-long" | "unknown" | "not-sent-there" }
  | { reason: "discount"; code: string; why: DiscountRefusal; discount?: EnteredDiscount["discount"] }
  | { reason: "gift-card"; at: number; why: GiftCardRefusal }
  | { reason: "no-such-delivery" };

/** A change that was made, or all that stood against it; then nothing of it was made. */
export type CheckoutOutcome = { ok: true; checkout: Checkout } | { ok: false; refusals: readonly CheckoutRefusal[] };

/** An address as a client or a form has it: countries and provinces by name or by code. */
export type AddressInput = Partial<Omit<Address, "provinceCode" | "countryCode">> & { country?: string };

/** Names a checkout: both parts have to fit. */
export type CheckoutKey = { token: string; key: string };

/** Checkouts. Undefined stands for one that is not there or whose key does not fit; the two cannot be told apart. */
export interface Checkouts {
  find(which: CheckoutKey): Checkout | undefined;
  create(input: {
    email: string | null;
    lines: readonly NewLine[];
    address: AddressInput | null;
    note: string | null;
    attributes: readonly Attribute[];
    /** Whether an address with empty fields is taken for now. */
    allowPartialAddress: boolean;
    /** Whose share of the room for checkouts it takes up; nobody's where that is left out. */
    client?: string;
  }): Promise<CheckoutOutcome>;
  /**
   * The checkout of a Storefront cart, made on the first visit, brought up to the cart's lines on each later one, and
   * to those of its codes and words that were changed there since the last. Where an order was placed, with which the
   * cart goes, it is the checkout with that order. Undefined for a cart that was never there.
   */
  ofCart(cartToken: string): Promise<Checkout | undefined>;
  /** What opens the checkout of an order again. Undefined where it is gone, or only the client that made it has its key. */
  ofOrder(order: Order): CheckoutKey | undefined;
  addLines(which: CheckoutKey, lines: readonly NewLine[]): Promise<CheckoutOutcome | undefined>;
  /** As with a change of lines, the cart that the checkout was made from loses them too. */
  removeLines(which: CheckoutKey, ids: readonly string[]): Promise<CheckoutOutcome | undefined>;
  replaceLines(which: CheckoutKey, lines: readonly NewLine[]): Promise<CheckoutOutcome | undefined>;
  updateLines(which: CheckoutKey, changes: readonly LineChange[]): Promise<CheckoutOutcome | undefined>;
  setAttributes(
    which: CheckoutKey,
    input: { note?: string | null; attributes?: readonly Attribute[]; allowPartialAddress?: boolean },
  ): Promise<CheckoutOutcome | undefined>;
  setEmail(which: CheckoutKey, email: string): Promise<CheckoutOutcome | undefined>;
  setAddress(which: CheckoutKey, address: AddressInput): Promise<CheckoutOutcome | undefined>;
  /** Names whoever comes for it, in its address, of which nothing else is needed then. */
  setName(which: CheckoutKey, name: Pick<AddressInput, "firstName" | "lastName">): Promise<CheckoutOutcome | undefined>;
  /** Says where the buyer is, for what is not sent: the country and, where its taxes go by them, the province. */
  setPlace(which: CheckoutKey, place: Pick<AddressInput, "country" | "province">): Promise<CheckoutOutcome | undefined>;
  setDelivery(which: CheckoutKey, handle: string): Promise<CheckoutOutcome | undefined>;
  /**
   * A code that does not hold is refused and the checkout stays as it was. Replaces the code that was there.
   *
   * @param client what limits on guesses count by
   */
  applyDiscount(which: CheckoutKey, code: string, client: string): Promise<CheckoutOutcome | undefined>;
  /** @param code the one to take out; without it all of them */
  removeDiscounts(which: CheckoutKey, code?: string): Promise<CheckoutOutcome | undefined>;
  /** @param client what limits on guesses count by */
  appendGiftCards(which: CheckoutKey, codes: readonly string[], client: string): Promise<CheckoutOutcome | undefined>;
  removeGiftCard(which: CheckoutKey, id: number): Promise<CheckoutOutcome | undefined>;
}
