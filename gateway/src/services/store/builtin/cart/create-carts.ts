import type { CodeTries } from "../checkout/code-guesses.ts";
import { priceCart } from "../pricing/price-cart.ts";
import { createUsageCounters } from "../usage/create-ledger.ts";
import { codeKey } from "../usage/keys.ts";
import type { CartContext } from "./basket-context.ts";
import { readBuyerEmail } from "./buyer-email.ts";
import type { BuyerIdentity, Cart, CartOutcome, CartRefusal, Carts } from "./carts.ts";
import { addLines, type ChangedLines, removeLines, type Shelf, updateLines } from "./change-lines.ts";
import { refuseText } from "./limits.ts";
import { type CartContents, insertCart, readCart, type StoredCart, updateCart } from "./stored-carts.ts";

/** What a change makes of a cart. It is stored when nothing stands against it. */
type CartEdit = { changes: Partial<CartContents>; refusals: readonly CartRefusal[] };

/** What discount codes are held against: those there are, and how many more guesses are allowed. */
type CodeDoor = { tries: CodeTries; known: ReadonlySet<string> };

const EMPTY_CART: CartContents = {
  lines: [],
  note: null,
  attributes: [],
  buyerIdentity: { countryCode: null, email: null, phone: null },
  discountCodes: [],
};

/** Storefront carts of the data file. A change reads its row inside the write, so of two at once both count. */
export function createCarts({ data, catalogue, stock, clock, guesses, hashClient }: CartContext): Carts {
  /**
   * Adds prices to a cart. Where a parcel goes is said at the checkout: so a cart has no taxes for what is sent, and of
   * the deliveries only those that need no address. A cart with nothing to send is taxed by its buyer's country.
   */
  function priced({ contents, ...cart }: StoredCart): Cart {
    const snapshot = catalogue.current();
    const { countryCode } = contents.buyerIdentity;
    const hasParcel = contents.lines.some(({ variantId }) => snapshot.variantById(variantId)?.requiresShipping);
    const ledger = createUsageCounters(data.read, snapshot.settings);
    const request = {
      lines: contents.lines,
      discountCodes: contents.discountCodes,
      address: hasParcel || countryCode === null ? null : { countryCode, provinceCode: "" },
      deliveryHandle: null,
      email: contents.buyerIdentity.email,
      giftCards: [],
    };
    return { ...cart, ...contents, priced: priceCart(request, { snapshot, ledger, now: clock() }) };
  }

  /** What of a list of discount codes a client may learn. */
  const codesOf = (client: string): CodeDoor => ({
    tries: guesses("discount", client),
    known: new Set(catalogue.current().settings.discounts.map(({ code }) => codeKey(code))),
  });

  async function change(
    token: string,
    edit: (contents: CartContents, shelf: Shelf) => CartEdit,
  ): Promise<CartOutcome | undefined> {
    const shelf = { snapshot: catalogue.current(), stock };
    const outcome = await data.write((writer) => {
      const stored = readCart(writer, token);
      if (stored === undefined) return undefined;
      const { changes, refusals } = edit(stored.contents, shelf);
      if (refusals.length > 0) return { stored, refusals };
      return { stored: updateCart(writer, stored, { ...stored.contents, ...changes }, clock()), refusals };
    });
    return outcome && { cart: priced(outcome.stored), refusals: outcome.refusals };
  }

  return {
    find(token) {
      const stored = readCart(data.read, token);
      return stored && priced(stored);
    },

    async create({ lines, note, attributes, buyerIdentity, discountCodes, client }) {
      const { countryCode } = buyerIdentity;
      const edits = [
        withLines(addLines([], lines, { snapshot: catalogue.current(), stock })),
        withNote(note),
        withAttributes(attributes),
        withBuyerIdentity(EMPTY_CART.buyerIdentity, buyerIdentity),
        withDiscountCodes(discountCodes, [], codesOf(client)),
      ];
      let contents: CartContents = { ...EMPTY_CART, buyerIdentity: { ...EMPTY_CART.buyerIdentity, countryCode } };
      for (const { changes, refusals } of edits) {
        if (refusals.length === 0) contents = { ...contents, ...changes };
      }
      const stored = await data.write((writer) =>
        insertCart(writer, contents, { client: hashClient(client), now: clock() }),
      );
      return { cart: priced(stored), refusals: edits.flatMap(({ refusals }) => refusals) };
    },

    addLines: (token, added) => change(token, ({ lines }, shelf) => withLines(addLines(lines, added, shelf))),
    updateLines: (token, wanted) => change(token, ({ lines }, shelf) => withLines(updateLines(lines, wanted, shelf))),
    removeLines: (token, ids) => change(token, ({ lines }) => withLines(removeLines(lines, ids))),
    setNote: (token, note) => change(token, () => withNote(note)),
    setAttributes: (token, attributes) => change(token, () => withAttributes(attributes)),
    setBuyerIdentity: (token, identity) =>
      change(token, ({ buyerIdentity }) => withBuyerIdentity(buyerIdentity, identity)),
    setDiscountCodes: (token, codes, client) =>
      change(token, ({ discountCodes }) => withDiscountCodes(codes, discountCodes, codesOf(client))),
  };
}

function withLines({ lines, refusals }: ChangedLines): CartEdit {
  return { changes: { lines }, refusals };
}

function withNote(note: string | null): CartEdit {
  return { changes: { note }, refusals: refuseText({ note }) };
}

function withAttributes(attributes: CartContents["attributes"]): CartEdit {
  return { changes: { attributes }, refusals: refuseText({ attributes }) };
}

function withBuyerIdentity(before: BuyerIdentity, identity: Partial<BuyerIdentity>): CartEdit {
  const after = { ...before, ...identity };
  const typed = after.email?.trim() || null;
  const email = typed === null ? null : readBuyerEmail(typed);
  return {
    changes: { buyerIdentity: { ...after, email: email ?? null } },
    refusals: [
      ...(email === undefined ? [{ reason: "bad-email" } as const] : []),
      ...refuseText({ phone: after.phone }),
    ],
  };
}

/**
 * A code that was entered twice, in whatever case, stands once, as it was written first. Those that were there before
 * are no guesses: clients send the whole list each time.
 */
function withDiscountCodes(codes: readonly string[], before: readonly string[], { tries, known }: CodeDoor): CartEdit {
  const refusals = refuseText({ discountCodes: codes });
  if (refusals.length > 0) return { changes: {}, refusals };
  const entered = codes.map((code) => code.trim()).filter((code) => code !== "");
  const firstAt = new Map(entered.map((code, at) => [codeKey(code), at] as const).reverse());
  const discountCodes = entered.filter((code, at) => firstAt.get(codeKey(code)) === at);
  const keysBefore = new Set(before.map(codeKey));
  for (const key of discountCodes.map(codeKey)) {
    if (keysBefore.has(key)) continue;
    if (!tries.mayTry()) return { changes: {}, refusals: [{ reason: "too-many-guesses", kind: "discount" }] };
    if (!known.has(key)) tries.countWrong();
  }
  return { changes: { discountCodes }, refusals: [] };
}
