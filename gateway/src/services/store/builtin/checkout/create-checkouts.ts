import type { Reader, Writer } from "../../../../data/statements.ts";
import type { CartContext } from "../cart/basket-context.ts";
import { addLines, removeLines, type Shelf, updateLines } from "../cart/change-lines.ts";
import { clientOfCart, readCart, updateCart } from "../cart/stored-carts.ts";
import { orderOfCheckout } from "../orders/stored-orders.ts";
import type { PricingContext } from "../pricing/price-cart.ts";
import { createUsageCounters } from "../usage/create-ledger.ts";
import {
  type CheckoutEdit,
  withAddress,
  withDelivery,
  withDiscount,
  withEmail,
  withGiftCards,
  withLines,
  withName,
  withoutDiscounts,
  withPlace,
  withWords,
} from "./checkout-edits.ts";
import { checkoutKeyOfCart, doesKeyFit } from "./checkout-key.ts";
import { contentsOfVisit, linesAfterCheckout } from "./checkout-of-cart.ts";
import type { CheckoutKey, CheckoutOutcome, CheckoutRefusal, Checkouts } from "./checkouts.ts";
import { priceContents, readCheckout, toCheckout } from "./read-checkout.ts";
import {
  type CheckoutContents,
  EMPTY_CHECKOUT,
  insertCheckout,
  readCheckoutOfCart,
  readStoredCheckout,
  type StoredCheckout,
  updateCheckout,
} from "./stored-checkouts.ts";

/** What a change is made by: what is on sale, what was used up, and when it is. */
type World = PricingContext & Shelf;

/** Checkouts of the data file. A change reads its row inside the write, so of two at once both count. */
export function createCheckouts({ data, catalogue, stock, clock, guesses, hashClient }: CartContext): Checkouts {
  function worldOf(reader: Reader): World {
    const snapshot = catalogue.current();
    return { snapshot, stock, ledger: createUsageCounters(reader, snapshot.settings), now: clock() };
  }

  function change(
    { token, key }: CheckoutKey,
    edit: (contents: CheckoutContents, world: World) => CheckoutEdit,
    carry?: typeof carryToCart,
  ): Promise<CheckoutOutcome | undefined> {
    return data.write((writer) => {
      const stored = readStoredCheckout(writer, token);
      if (stored === undefined || !doesKeyFit(key, stored.keyHash)) return undefined;
      if (orderOfCheckout(writer, token)) return refused([{ reason: "already-completed" }]);

      const world = worldOf(writer);
      const { changes, refusals, judge } = edit(stored.contents, world);
      if (refusals.length > 0) return refused(refusals);
      const contents = { ...stored.contents, ...changes };
      const prices = priceContents(contents, world);
      const against = judge?.(prices.priced) ?? [];
      if (against.length > 0) return refused(against);

      const changed = updateCheckout(writer, stored, contents, world.now);
      carry?.(writer, stored, contents.lines, world);
      return { ok: true, checkout: toCheckout(changed, { key, order: null, prices }) };
    });
  }

  return {
    find: (which) => readCheckout(data.read, which, worldOf(data.read)),

    create({ email, lines, address, note, attributes, allowPartialAddress, client }) {
      return data.write((writer) => {
        const world = worldOf(writer);
        const edits = [
          withLines(addLines([], lines, world)),
          withWords({ note, attributes, allowsPartialAddress: allowPartialAddress }),
          ...(email === null ? [] : [withEmail(email)]),
          ...(address === null ? [] : [withAddress(address, allowPartialAddress, world)]),
        ];
        const refusals = edits.flatMap((edit) => edit.refusals);
        if (refusals.length > 0) return refused(refusals);
        let contents = EMPTY_CHECKOUT;
        for (const { changes } of edits) contents = { ...contents, ...changes };
        const prices = priceContents(contents, world);
        const against = edits.flatMap(({ judge }) => judge?.(prices.priced) ?? []);
        if (against.length > 0) return refused(against);

        const { stored, key } = insertCheckout(writer, contents, {
          cartToken: null,
          client: client === undefined ? null : hashClient(client),
          now: world.now,
        });
        return { ok: true, checkout: toCheckout(stored, { key, order: null, prices }) };
      });
    },

    ofCart(cartToken) {
      return data.write((writer) => {
        const world = worldOf(writer);
        const cart = readCart(writer, cartToken);
        const stored = readCheckoutOfCart(writer, cartToken);
        const order = (stored && orderOfCheckout(writer, stored.token)) ?? null;
        const keyOf = (token: string) => checkoutKeyOfCart(cartToken, token);
        // The order took the cart with it; the buyer who goes back is shown what became of it.
        if (!cart || order) {
          const prices = stored && priceContents(stored.contents, world);
          return stored && prices && toCheckout(stored, { key: keyOf(stored.token), order, prices });
        }
        const contents = contentsOfVisit(cart.contents, stored?.contents ?? EMPTY_CHECKOUT);
        const visited = stored
          ? updateCheckout(writer, stored, contents, world.now)
          : insertCheckout(writer, contents, { cartToken, client: clientOfCart(writer, cartToken), now: world.now })
              .stored;
        const prices = priceContents(contents, world);
        return toCheckout(visited, { key: keyOf(visited.token), order: null, prices });
      });
    },

    ofOrder({ checkoutToken: token }) {
      const cartToken = readStoredCheckout(data.read, token)?.cartToken;
      return cartToken ? { token, key: checkoutKeyOfCart(cartToken, token) } : undefined;
    },

    addLines: (which, added) => change(which, ({ lines }, world) => withLines(addLines(lines, added, world))),
    removeLines: (which, ids) => change(which, ({ lines }) => withLines(removeLines(lines, ids)), carryToCart),
    replaceLines: (which, lines) => change(which, (_, world) => withLines(addLines([], lines, world))),
    updateLines: (which, wanted) =>
      change(which, ({ lines }, world) => withLines(updateLines(lines, wanted, world)), carryToCart),
    setAttributes: (which, { allowPartialAddress, ...words }) =>
      change(which, () =>
        withWords(allowPartialAddress === undefined ? words : { ...words, allowsPartialAddress: allowPartialAddress }),
      ),
    setEmail: (which, email) => change(which, () => withEmail(email)),
    setAddress: (which, address) =>
      change(which, ({ allowsPartialAddress }, world) => withAddress(address, allowsPartialAddress, world)),
    setName: (which, name) => change(which, ({ address }, world) => withName(name, address, world)),
    setPlace: (which, place) => change(which, ({ address }, world) => withPlace(place, address, world)),
    setDelivery: (which, handle) => change(which, () => withDelivery(handle)),
    applyDiscount: (which, code, client) => change(which, () => withDiscount(code, guesses("discount", client))),
    removeDiscounts: (which, code) => change(which, (contents) => withoutDiscounts(contents, code)),
    appendGiftCards: (which, codes, client) =>
      change(which, (contents, world) =>
        withGiftCards(codes, contents, { ...world, tries: guesses("gift-card", client) }),
      ),
    removeGiftCard: (which, id) =>
      change(which, ({ giftCardIds }) => ({
        changes: { giftCardIds: giftCardIds.filter((applied) => applied !== id) },
        refusals: [],
      })),
  };
}

/** Whoever goes back to the shop finds in the cart what the checkout was left with. */
function carryToCart(
  writer: Writer,
  { cartToken, contents }: StoredCheckout,
  after: CheckoutContents["lines"],
  world: World,
): void {
  const cart = cartToken === null ? undefined : readCart(writer, cartToken);
  if (!cart) return;
  const lines = linesAfterCheckout(cart.contents.lines, { before: contents.lines, after }, world);
  if (lines) updateCart(writer, cart, { ...cart.contents, lines }, world.now);
}

function refused(refusals: readonly CheckoutRefusal[]): CheckoutOutcome {
  return { ok: false, refusals };
}
