import { randomBytes } from "node:crypto";
import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Address, Attribute, CartLine } from "../cart/basket.ts";
import { makeRoom, removeOld } from "../cart/make-room.ts";
import type { CartContents } from "../cart/stored-carts.ts";
import { checkoutKeyOfCart, hashOfKey, newCheckoutKey } from "./checkout-key.ts";

/** What can be said of a cart and of its checkout alike. */
export type CartWords = Pick<CartContents, "note" | "attributes" | "discountCodes">;

/** What a checkout holds, as the JSON of its row has it. */
export type CheckoutContents = {
  email: string | null;
  lines: readonly CartLine[];
  address: Address | null;
  /** Whether its client sends addresses that are not whole yet. */
  allowsPartialAddress: boolean;
  deliveryHandle: string | null;
  note: string | null;
  attributes: readonly Attribute[];
  discountCodes: readonly string[];
  /** Numbers of gift cards in the order they pay. */
  giftCardIds: readonly number[];
  /** What its cart said when it was last visited; absent where it was not made from one. */
  wordsOfCart?: CartWords;
};

/** A checkout as it is stored, without prices and without its key. */
export type StoredCheckout = {
  token: string;
  keyHash: string;
  cartToken: string | null;
  createdAt: string;
  updatedAt: string;
  contents: CheckoutContents;
};

type CheckoutRow = {
  token: string;
  key_hash: string;
  cart_token: string | null;
  contents: string;
  created_at: string;
  updated_at: string;
};

const COLUMNS = "token, key_hash, cart_token, contents, created_at, updated_at";

/** Contents of a checkout that nothing was said to yet. */
export const EMPTY_CHECKOUT: CheckoutContents = {
  email: null,
  lines: [],
  address: null,
  allowsPartialAddress: false,
  deliveryHandle: null,
  note: null,
  attributes: [],
  discountCodes: [],
  giftCardIds: [],
};

/** Reads a checkout by its token, whoever asks. */
export function readStoredCheckout(reader: Reader, token: string): StoredCheckout | undefined {
  const row = reader.get<CheckoutRow>(`SELECT ${COLUMNS} FROM checkouts WHERE token = ?`, token);
  return row && toStored(row);
}

/** Reads the checkout that was made from a cart. */
export function readCheckoutOfCart(reader: Reader, cartToken: string): StoredCheckout | undefined {
  const row = reader.get<CheckoutRow>(`SELECT ${COLUMNS} FROM checkouts WHERE cart_token = ?`, cartToken);
  return row && toStored(row);
}

/**
 * Stores a new checkout, and lets old ones go.
 *
 * @param cartToken the cart it is made from, if it is
 * @param client hashed, whose share of the room it takes up; null where that is not known
 * @returns it with its key, which nobody can read again
 */
export function insertCheckout(
  writer: Writer,
  contents: CheckoutContents,
  { cartToken, client, now }: { cartToken: string | null; client: string | null; now: Date },
): { stored: StoredCheckout; key: string } {
  removeOld(writer, "checkouts", now);
  const token = randomBytes(16).toString("base64url");
  const key = cartToken === null ? newCheckoutKey() : checkoutKeyOfCart(cartToken, token);
  const keyHash = hashOfKey(key);
  const at = now.toISOString();
  writer.run(
    `INSERT INTO checkouts (token, key_hash, cart_token, client, contents, line_count, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    token,
    keyHash,
    cartToken,
    client,
    JSON.stringify(contents),
    contents.lines.length,
    at,
    at,
  );
  makeRoom(writer, "checkouts", token);
  return { stored: { token, keyHash, cartToken, createdAt: at, updatedAt: at, contents }, key };
}

/** Stores what a checkout holds now. */
export function updateCheckout(
  writer: Writer,
  stored: StoredCheckout,
  contents: CheckoutContents,
  now: Date,
): StoredCheckout {
  const updatedAt = now.toISOString();
  writer.run(
    "UPDATE checkouts SET contents = ?, line_count = ?, updated_at = ? WHERE token = ?",
    JSON.stringify(contents),
    contents.lines.length,
    updatedAt,
    stored.token,
  );
  makeRoom(writer, "checkouts", stored.token);
  return { ...stored, updatedAt, contents };
}

function toStored(row: CheckoutRow): StoredCheckout {
  return {
    token: row.token,
    keyHash: row.key_hash,
    cartToken: row.cart_token,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    // Written above, by nobody else.
    contents: JSON.parse(row.contents) as CheckoutContents,
  };
}
