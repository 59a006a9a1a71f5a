import { randomBytes } from "node:crypto";
import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import type { Reader, Writer } from "../../../../data/statements.ts";
import { normaliseEmail } from "../../../../lib/email-address.ts";
import { isMailAddress } from "../../../../lib/mail-address.ts";
import type { StoreContext } from "../context.ts";
import type { Attribute, CartLine, PricedCart } from "../model/cart.ts";
import { priceCart } from "../pricing/price-cart.ts";
import { codeKey, createUsageCounters } from "../usage/usage-counters.ts";
import {
  addLines,
  type ChangedLines,
  type LineChange,
  type LineContext,
  type LineError,
  type NewLine,
  removeLines,
  updateLines,
} from "./change-lines.ts";
import type { HashClient } from "./client-hash.ts";
import type { CodeGuesses, CodeTries, GuessError } from "./code-guesses.ts";
import { checkText, type TextError } from "./limits.ts";
import { deleteExpired, enforceStorageLimit } from "./storage-limit.ts";

/** What carts and checkouts depend on. */
export type CartContext = StoreContext & { guesses: CodeGuesses; hashClient: HashClient };

/** The buyer, as the client describes them. */
export type BuyerIdentity = { countryCode: string | null; email: string | null; phone: string | null };

/** The contents of a cart, stored as JSON in its row. */
export type CartContents = {
  lines: readonly CartLine[];
  note: string | null;
  attributes: readonly Attribute[];
  buyerIdentity: BuyerIdentity;
  /** As the buyer entered them, including codes that do not apply. */
  discountCodes: readonly string[];
};

/** A Storefront cart with its current prices. */
export type Cart = CartContents & {
  /** Part of `gid://shopify/Cart/{token}`, and the cart's only secret. 22 random characters of base64url. */
  token: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  priced: PricedCart;
};

/** Why a cart could not be changed. */
export type CartError = LineError | TextError | GuessError | { reason: "bad-email" };

/** A cart after a change, with the errors of the change. A change with errors changes nothing. */
export type CartResult = { cart: Cart; errors: readonly CartError[] };

/** Storefront carts. Undefined means that the cart does not exist, or that its order was placed. */
export interface Carts {
  find(token: string): Cart | undefined;
  /**
   * Creates a cart even with errors, so that the client has one to continue with. An error in one line leaves out all
   * lines; every other field with an error stays empty.
   *
   * @param input.client key for which guesses and storage are counted
   */
  create(input: Omit<CartContents, "lines"> & { lines: readonly NewLine[]; client: string }): Promise<CartResult>;
  addLines(token: string, lines: readonly NewLine[]): Promise<CartResult | undefined>;
  updateLines(token: string, changes: readonly LineChange[]): Promise<CartResult | undefined>;
  removeLines(token: string, ids: readonly string[]): Promise<CartResult | undefined>;
  setNote(token: string, note: string | null): Promise<CartResult | undefined>;
  setAttributes(token: string, attributes: readonly Attribute[]): Promise<CartResult | undefined>;
  /** Fields that are absent stay as they are. */
  setBuyerIdentity(token: string, identity: Partial<BuyerIdentity>): Promise<CartResult | undefined>;
  /** @param client key for which guesses are counted */
  setDiscountCodes(token: string, codes: readonly string[], client: string): Promise<CartResult | undefined>;
}

/** A stored cart, without prices. */
type StoredCart = { token: string; createdAt: string; updatedAt: string; contents: CartContents };

/** A change of a cart's contents. It is stored when it has no errors. */
type CartEdit = { changes: Partial<CartContents>; errors: readonly CartError[] };

const EMPTY_CART: CartContents = {
  lines: [],
  note: null,
  attributes: [],
  buyerIdentity: { countryCode: null, email: null, phone: null },
  discountCodes: [],
};

/** Storefront carts in the data file. A change reads its row inside the write, so no change overwrites another. */
export function createCarts({ data, catalogue, stock, clock, guesses, hashClient }: CartContext): Carts {
  /**
   * Adds prices. A cart has no address. So goods that need shipping have no taxes and no shipping rates before the
   * checkout. A cart without such goods is taxed by its buyer's country.
   */
  function toCart({ contents, ...stored }: StoredCart): Cart {
    const snapshot = catalogue.current();
    const { countryCode } = contents.buyerIdentity;
    const requiresShipping = contents.lines.some(({ variantId }) => snapshot.variantById(variantId)?.requiresShipping);
    const request = {
      lines: contents.lines,
      discountCodes: contents.discountCodes,
      address: requiresShipping || countryCode === null ? null : { countryCode, provinceCode: "" },
      deliveryHandle: null,
      giftCards: [],
    };
    const usage = createUsageCounters(data.read, snapshot.settings);
    return { ...stored, ...contents, priced: priceCart(request, { snapshot, usage, now: clock() }) };
  }

  function withDiscountCodes(codes: readonly string[], before: readonly string[], client: string): CartEdit {
    const known = new Set(catalogue.current().settings.discounts.map(({ code }) => codeKey(code)));
    return changeDiscountCodes(codes, { before, known, tries: guesses("discount", client) });
  }

  async function change(
    token: string,
    edit: (contents: CartContents, context: LineContext) => CartEdit,
  ): Promise<CartResult | undefined> {
    const context = { snapshot: catalogue.current(), stock };
    const result = await data.write((writer) => {
      const stored = readCart(writer, token);
      if (stored === undefined) return undefined;
      const { changes, errors } = edit(stored.contents, context);
      if (errors.length > 0) return { stored, errors };
      return { stored: updateCart(writer, stored, { ...stored.contents, ...changes }, clock()), errors };
    });
    return result && { cart: toCart(result.stored), errors: result.errors };
  }

  return {
    find(token) {
      const stored = readCart(data.read, token);
      return stored && toCart(stored);
    },

    async create({ lines, note, attributes, buyerIdentity, discountCodes, client }) {
      const { countryCode } = buyerIdentity;
      const edits = [
        withLines(addLines([], lines, { snapshot: catalogue.current(), stock })),
        withNote(note),
        withAttributes(attributes),
        withBuyerIdentity(EMPTY_CART.buyerIdentity, buyerIdentity),
        withDiscountCodes(discountCodes, [], client),
      ];
      let contents: CartContents = { ...EMPTY_CART, buyerIdentity: { ...EMPTY_CART.buyerIdentity, countryCode } };
      for (const { changes, errors } of edits) {
        if (errors.length === 0) contents = { ...contents, ...changes };
      }
      const stored = await data.write((writer) =>
        insertCart(writer, contents, { client: hashClient(client), now: clock() }),
      );
      return { cart: toCart(stored), errors: edits.flatMap(({ errors }) => errors) };
    },

    addLines: (token, added) => change(token, ({ lines }, context) => withLines(addLines(lines, added, context))),
    updateLines: (token, changes) =>
      change(token, ({ lines }, context) => withLines(updateLines(lines, changes, context))),
    removeLines: (token, ids) => change(token, ({ lines }) => withLines(removeLines(lines, ids))),
    setNote: (token, note) => change(token, () => withNote(note)),
    setAttributes: (token, attributes) => change(token, () => withAttributes(attributes)),
    setBuyerIdentity: (token, identity) =>
      change(token, ({ buyerIdentity }) => withBuyerIdentity(buyerIdentity, identity)),
    setDiscountCodes: (token, codes, client) =>
      change(token, ({ discountCodes }) => withDiscountCodes(codes, discountCodes, client)),
  };
}

function withLines({ lines, errors }: ChangedLines): CartEdit {
  return { changes: { lines }, errors };
}

function withNote(note: string | null): CartEdit {
  return { changes: { note }, errors: checkText({ note }) };
}

function withAttributes(attributes: CartContents["attributes"]): CartEdit {
  return { changes: { attributes }, errors: checkText({ attributes }) };
}

function withBuyerIdentity(before: BuyerIdentity, identity: Partial<BuyerIdentity>): CartEdit {
  const after = { ...before, ...identity };
  const typed = after.email?.trim() || null;
  const email = typed === null ? null : parseBuyerEmail(typed);
  return {
    changes: { buyerIdentity: { ...after, email: email ?? null } },
    errors: [...(email === undefined ? [{ reason: "bad-email" } as const] : []), ...checkText({ phone: after.phone })],
  };
}

/**
 * Sets the codes of a cart. If a code is entered twice, its first spelling stays. Codes that the cart already had are
 * not guesses, because clients send the whole list each time.
 */
function changeDiscountCodes(
  codes: readonly string[],
  { before, known, tries }: { before: readonly string[]; known: ReadonlySet<string>; tries: CodeTries },
): CartEdit {
  const errors = checkText({ discountCodes: codes });
  if (errors.length > 0) return { changes: {}, errors };
  const entered = codes.map((code) => code.trim()).filter((code) => code !== "");
  const firstAt = new Map(entered.map((code, at) => [codeKey(code), at] as const).reverse());
  const discountCodes = entered.filter((code, at) => firstAt.get(codeKey(code)) === at);
  const keysBefore = new Set(before.map(codeKey));
  for (const key of discountCodes.map(codeKey)) {
    if (keysBefore.has(key)) continue;
    if (!tries.mayTry()) return { changes: {}, errors: [{ reason: "too-many-guesses", kind: "discount" }] };
    if (!known.has(key)) tries.countWrong();
  }
  return { changes: { discountCodes }, errors: [] };
}

/**
 * Normalises the address for emails about an order. "ann@example.com," looks like an address but is not one.
 *
 * @returns undefined if no email can be sent to it
 */
export function parseBuyerEmail(typed: string): string | undefined {
  const email = normaliseEmail(typed);
  return email !== undefined && isEmailShaped(email) && isMailAddress(email) ? email : undefined;
}

type CartRow = { token: string; contents: string; created_at: string; updated_at: string };

/** Reads a stored cart. */
export function readCart(reader: Reader, token: string): StoredCart | undefined {
  const row = reader.get<CartRow>("SELECT token, contents, created_at, updated_at FROM carts WHERE token = ?", token);
  if (row === undefined) return undefined;
  // The cast holds: only the functions below write this column.
  const contents = JSON.parse(row.contents) as CartContents;
  return { token: row.token, createdAt: row.created_at, updatedAt: row.updated_at, contents };
}

/** Reads the hash of the client in whose share of the storage limit a cart counts; null if it is unknown. */
export function readClientOfCart(reader: Reader, token: string): string | null {
  return reader.get<{ client: string | null }>("SELECT client FROM carts WHERE token = ?", token)?.client ?? null;
}

/**
 * Stores a new cart under a token of 128 random bits, and deletes expired carts.
 *
 * @param client hash of the client in whose share of the storage limit the cart counts; null if it is unknown
 */
export function insertCart(
  writer: Writer,
  contents: CartContents,
  { client, now }: { client: string | null; now: Date },
): StoredCart {
  deleteExpired(writer, "carts", now);
  const token = randomBytes(16).toString("base64url");
  const at = now.toISOString();
  writer.run(
    "INSERT INTO carts (token, client, contents, line_count, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    token,
    client,
    JSON.stringify(contents),
    contents.lines.length,
    at,
    at,
  );
  enforceStorageLimit(writer, "carts", token);
  return { token, createdAt: at, updatedAt: at, contents };
}

/** Stores the new contents of a cart. */
export function updateCart(writer: Writer, stored: StoredCart, contents: CartContents, now: Date): StoredCart {
  const updatedAt = now.toISOString();
  writer.run(
    "UPDATE carts SET contents = ?, line_count = ?, updated_at = ? WHERE token = ?",
    JSON.stringify(contents),
    contents.lines.length,
    updatedAt,
    stored.token,
  );
  enforceStorageLimit(writer, "carts", stored.token);
  return { ...stored, updatedAt, contents };
}
