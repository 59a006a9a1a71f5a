import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Address, AddressInput } from "../../../shared/addresses/address.ts";
import { type CartContext, readCart, readClientOfCart, updateCart } from "../cart/carts.ts";
import {
  addLines,
  type LineChange,
  type LineContext,
  type NewLine,
  removeLines,
  updateLines,
} from "../cart/change-lines.ts";
import type { AppliedGiftCard, Attribute, CartLine, PricedCart } from "../model/cart.ts";
import type { Order } from "../model/order.ts";
import { usableGiftCards } from "../pricing/gift-cards.ts";
import { toOrderPrices } from "../pricing/order-prices.ts";
import { type PricingContext, priceCart } from "../pricing/price-cart.ts";
import { createUsageCounters } from "../usage/usage-counters.ts";
import { mergeCartIntoCheckout, mergeLinesIntoCart } from "./cart-sync.ts";
import {
  type CheckoutEdit,
  type CheckoutError,
  withAddress,
  withDelivery,
  withDiscount,
  withEmail,
  withGiftCards,
  withLines,
  withName,
  withoutDiscounts,
  withPlace,
  withTexts,
} from "./checkout-edits.ts";
import {
  type CheckoutContents,
  deriveCheckoutKey,
  EMPTY_CHECKOUT,
  insertCheckout,
  isCheckoutKey,
  readCheckoutOfCart,
  readStoredCheckout,
  type StoredCheckout,
  updateCheckout,
} from "./stored-checkouts.ts";

/** Identifies a checkout by its token. `key` is its secret. */
export type CheckoutKey = { token: string; key: string };

/**
 * A checkout with its current prices or, after its order was placed, with the order's prices. The checkout mutations
 * change it, and the checkout pages show it.
 */
export type Checkout = {
  /** Parts of `gid://shopify/Checkout/{token}?key={key}`: the token identifies the checkout, the key is its secret. */
  token: string;
  key: string;
  /** The Storefront cart that it was created from; the cart is deleted when the order is placed. */
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
  giftCards: readonly AppliedGiftCard[];
  priced: PricedCart;
  /** Set once the order is placed. After that nothing can be changed. */
  order: Order | null;
};

/** The checkout after a change, or all errors of the change; in that case nothing has changed. */
export type CheckoutResult = { ok: true; checkout: Checkout } | { ok: false; errors: readonly CheckoutError[] };

/** Checkouts. Undefined means that the checkout does not exist or the key is wrong. A client cannot tell which. */
export interface Checkouts {
  find(which: CheckoutKey): Checkout | undefined;
  create(input: {
    email: string | null;
    lines: readonly NewLine[];
    address: AddressInput | null;
    note: string | null;
    attributes: readonly Attribute[];
    /** Whether the address may still have empty fields. */
    allowPartialAddress: boolean;
    /** The client's key, for which storage is counted. Without it, the checkout counts for no client. */
    client?: string;
  }): Promise<CheckoutResult>;
  /**
   * Opens the checkout of a Storefront cart. The first call creates it. Each later call copies the cart's lines to it,
   * and the codes and texts that changed in the cart since the last call. Placing the order deletes the cart; after
   * that, a call returns the checkout with its order. Undefined for a cart that never existed.
   */
  ofCart(cartToken: string): Promise<Checkout | undefined>;
  /** The key that opens an order's checkout. Undefined if the checkout is deleted or was not created from a cart. */
  ofOrder(order: Order): CheckoutKey | undefined;
  addLines(which: CheckoutKey, lines: readonly NewLine[]): Promise<CheckoutResult | undefined>;
  /** Removes the lines from the checkout and from its cart. */
  removeLines(which: CheckoutKey, ids: readonly string[]): Promise<CheckoutResult | undefined>;
  replaceLines(which: CheckoutKey, lines: readonly NewLine[]): Promise<CheckoutResult | undefined>;
  /** Changes the lines of the checkout and of its cart. */
  updateLines(which: CheckoutKey, changes: readonly LineChange[]): Promise<CheckoutResult | undefined>;
  setAttributes(
    which: CheckoutKey,
    input: { note?: string | null; attributes?: readonly Attribute[]; allowPartialAddress?: boolean },
  ): Promise<CheckoutResult | undefined>;
  setEmail(which: CheckoutKey, email: string): Promise<CheckoutResult | undefined>;
  setAddress(which: CheckoutKey, address: AddressInput): Promise<CheckoutResult | undefined>;
  /** Sets the name in the address. A pickup needs nothing else. */
  setName(which: CheckoutKey, name: Pick<AddressInput, "firstName" | "lastName">): Promise<CheckoutResult | undefined>;
  /** Sets the buyer's country and, if taxes depend on it, the province. For goods that need no shipping. */
  setPlace(which: CheckoutKey, place: Pick<AddressInput, "country" | "province">): Promise<CheckoutResult | undefined>;
  setDelivery(which: CheckoutKey, handle: string): Promise<CheckoutResult | undefined>;
  /**
   * Replaces the codes by one code. A code that does not apply changes nothing.
   *
   * @param client the client's key, for which guesses are counted
   */
  applyDiscount(which: CheckoutKey, code: string, client: string): Promise<CheckoutResult | undefined>;
  /** @param code the code to remove; if absent, all codes are removed */
  removeDiscounts(which: CheckoutKey, code?: string): Promise<CheckoutResult | undefined>;
  /** @param client the client's key, for which guesses are counted */
  appendGiftCards(which: CheckoutKey, codes: readonly string[], client: string): Promise<CheckoutResult | undefined>;
  removeGiftCard(which: CheckoutKey, id: number): Promise<CheckoutResult | undefined>;
}

/** Finds the order that was placed from a checkout. */
type FindOrder = (reader: Reader, checkoutToken: string) => Order | undefined;

/** The data that a change depends on, as it was when the change began. */
type EditContext = PricingContext & LineContext;

/** Current prices of a checkout. */
type CheckoutPrices = { priced: PricedCart; giftCards: AppliedGiftCard[] };

/** Checkouts in the data file. A change reads its row inside the write, so no change overwrites another. */
export function createCheckouts(options: CartContext & { findOrder: FindOrder }): Checkouts {
  const { data, catalogue, stock, clock, guesses, hashClient, findOrder } = options;

  function createContext(reader: Reader): EditContext {
    const snapshot = catalogue.current();
    return { snapshot, stock, usage: createUsageCounters(reader, snapshot.settings), now: clock() };
  }

  function change(
    { token, key }: CheckoutKey,
    edit: (contents: CheckoutContents, context: EditContext) => CheckoutEdit,
    afterwards?: typeof copyLinesToCart,
  ): Promise<CheckoutResult | undefined> {
    return data.write((writer) => {
      const stored = readStoredCheckout(writer, token);
      if (stored === undefined || !isCheckoutKey(key, stored.keyHash)) return undefined;
      if (findOrder(writer, token)) return rejected([{ reason: "already-completed" }]);

      const context = createContext(writer);
      const { changes, errors, checkPrices } = edit(stored.contents, context);
      if (errors.length > 0) return rejected(errors);
      const contents = { ...stored.contents, ...changes };
      const prices = priceContents(contents, context);
      const priceErrors = checkPrices?.(prices.priced) ?? [];
      if (priceErrors.length > 0) return rejected(priceErrors);

      const changed = updateCheckout(writer, stored, contents, context.now);
      afterwards?.(writer, stored, contents.lines, context);
      return { ok: true, checkout: toCheckout(changed, { key, order: null, prices }) };
    });
  }

  return {
    find: (which) => readCheckout(data.read, which, { ...createContext(data.read), findOrder }),

    create({ email, lines, address, note, attributes, allowPartialAddress, client }) {
      return data.write((writer) => {
        const context = createContext(writer);
        const edits = [
          withLines(addLines([], lines, context)),
          withTexts({ note, attributes, allowsPartialAddress: allowPartialAddress }),
          ...(email === null ? [] : [withEmail(email)]),
          ...(address === null ? [] : [withAddress(address, allowPartialAddress, context)]),
        ];
        const errors = edits.flatMap((edit) => edit.errors);
        if (errors.length > 0) return rejected(errors);
        let contents = EMPTY_CHECKOUT;
        for (const { changes } of edits) contents = { ...contents, ...changes };
        const prices = priceContents(contents, context);
        const priceErrors = edits.flatMap(({ checkPrices }) => checkPrices?.(prices.priced) ?? []);
        if (priceErrors.length > 0) return rejected(priceErrors);

        const { stored, key } = insertCheckout(writer, contents, {
          cartToken: null,
          client: client === undefined ? null : hashClient(client),
          now: context.now,
        });
        return { ok: true, checkout: toCheckout(stored, { key, order: null, prices }) };
      });
    },

    ofCart(cartToken) {
      return data.write((writer) => {
        const context = createContext(writer);
        const cart = readCart(writer, cartToken);
        const stored = readCheckoutOfCart(writer, cartToken);
        const order = (stored && findOrder(writer, stored.token)) ?? null;
        const deriveKey = (token: string) => deriveCheckoutKey(cartToken, token);
        // After the order was placed and the cart deleted, a buyer who goes back sees the order.
        if (!cart || order) {
          const prices = stored && priceContents(stored.contents, context);
          return stored && prices && toCheckout(stored, { key: deriveKey(stored.token), order, prices });
        }
        const contents = mergeCartIntoCheckout(cart.contents, stored?.contents ?? EMPTY_CHECKOUT);
        const visited = stored
          ? updateCheckout(writer, stored, contents, context.now)
          : insertCheckout(writer, contents, {
              cartToken,
              client: readClientOfCart(writer, cartToken),
              now: context.now,
            }).stored;
        const prices = priceContents(contents, context);
        return toCheckout(visited, { key: deriveKey(visited.token), order: null, prices });
      });
    },

    ofOrder({ checkoutToken: token }) {
      const cartToken = readStoredCheckout(data.read, token)?.cartToken;
      return cartToken ? { token, key: deriveCheckoutKey(cartToken, token) } : undefined;
    },

    addLines: (which, added) => change(which, ({ lines }, context) => withLines(addLines(lines, added, context))),
    removeLines: (which, ids) => change(which, ({ lines }) => withLines(removeLines(lines, ids)), copyLinesToCart),
    replaceLines: (which, lines) => change(which, (_, context) => withLines(addLines([], lines, context))),
    updateLines: (which, changes) =>
      change(which, ({ lines }, context) => withLines(updateLines(lines, changes, context)), copyLinesToCart),
    setAttributes: (which, { allowPartialAddress, ...texts }) =>
      change(which, () =>
        withTexts(allowPartialAddress === undefined ? texts : { ...texts, allowsPartialAddress: allowPartialAddress }),
      ),
    setEmail: (which, email) => change(which, () => withEmail(email)),
    setAddress: (which, address) =>
      change(which, ({ allowsPartialAddress }, context) => withAddress(address, allowsPartialAddress, context)),
    setName: (which, name) => change(which, ({ address }, context) => withName(name, address, context)),
    setPlace: (which, place) => change(which, ({ address }, context) => withPlace(place, address, context)),
    setDelivery: (which, handle) => change(which, () => withDelivery(handle)),
    applyDiscount: (which, code, client) => change(which, () => withDiscount(code, guesses("discount", client))),
    removeDiscounts: (which, code) => change(which, (contents) => withoutDiscounts(contents, code)),
    appendGiftCards: (which, codes, client) =>
      change(which, (contents, context) =>
        withGiftCards(codes, contents, { ...context, tries: guesses("gift-card", client) }),
      ),
    removeGiftCard: (which, id) =>
      change(which, ({ giftCardIds }) => ({
        changes: { giftCardIds: giftCardIds.filter((applied) => applied !== id) },
        errors: [],
      })),
  };
}

/**
 * Reads a checkout with its current prices. A change passes its own writer, and usage counters that read with it, so
 * that nothing else can change the prices before the commit.
 *
 * @returns undefined if the checkout does not exist or the key is wrong
 */
export function readCheckout(
  reader: Reader,
  { token, key }: CheckoutKey,
  context: PricingContext & { findOrder: FindOrder },
): Checkout | undefined {
  const stored = readStoredCheckout(reader, token);
  if (stored === undefined || !isCheckoutKey(key, stored.keyHash)) return undefined;
  const order = context.findOrder(reader, stored.token) ?? null;
  return toCheckout(stored, { key, order, prices: priceContents(stored.contents, context) });
}

function priceContents(contents: CheckoutContents, context: PricingContext): CheckoutPrices {
  const giftCards = usableGiftCards(contents.giftCardIds, { ...context, settings: context.snapshot.settings });
  return { giftCards, priced: priceCart({ ...contents, giftCards }, context) };
}

function toCheckout(
  { token, cartToken, createdAt, updatedAt, contents }: StoredCheckout,
  { key, order, prices }: { key: string; order: Order | null; prices: CheckoutPrices },
): Checkout {
  const { email, lines, address, deliveryHandle, note, attributes, discountCodes } = contents;
  return {
    token,
    key,
    cartToken,
    createdAt,
    updatedAt,
    email,
    lines,
    address,
    deliveryHandle,
    note,
    attributes,
    discountCodes,
    giftCards: prices.giftCards,
    priced: order ? toOrderPrices(prices.priced, lines, order) : prices.priced,
    order,
  };
}

/** Copies changed lines to the cart, so that a buyer who goes back to the shop finds them there. */
function copyLinesToCart(
  writer: Writer,
  { cartToken, contents }: StoredCheckout,
  after: CheckoutContents["lines"],
  context: EditContext,
): void {
  const cart = cartToken === null ? undefined : readCart(writer, cartToken);
  if (!cart) return;
  const lines = mergeLinesIntoCart(cart.contents.lines, { before: contents.lines, after }, context);
  if (lines) updateCart(writer, cart, { ...cart.contents, lines }, context.now);
}

function rejected(errors: readonly CheckoutError[]): CheckoutResult {
  return { ok: false, errors };
}
