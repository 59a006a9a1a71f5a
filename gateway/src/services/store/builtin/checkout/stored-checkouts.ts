import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Address } from "../../../shared/addresses/address.ts";
import type { CartContents } from "../cart/carts.ts";
import { deleteExpired, enforceStorageLimit } from "../cart/storage-limit.ts";
import type { Attribute, CartLine } from "../model/cart.ts";

/** Codes and texts that both a cart and its checkout have. */
export type CartTexts = Pick<CartContents, "note" | "attributes" | "discountCodes">;

/** The contents of a checkout, stored as JSON in its row. */
export type CheckoutContents = {
  email: string | null;
  lines: readonly CartLine[];
  address: Address | null;
  /** Whether the client may send an address that is not complete yet. */
  allowsPartialAddress: boolean;
  deliveryHandle: string | null;
  note: string | null;
  attributes: readonly Attribute[];
  discountCodes: readonly string[];
  /** Ids of gift cards in the order in which they pay. */
  giftCardIds: readonly number[];
  /** The cart's codes and texts at the last visit; absent for a checkout without a cart. */
  wordsOfCart?: CartTexts;
};

/** A stored checkout, without prices and without its key. */
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

/** Reads a stored checkout without checking its key. */
export function readStoredCheckout(reader: Reader, token: string): StoredCheckout | undefined {
  const row = reader.get<CheckoutRow>(`SELECT ${COLUMNS} FROM checkouts WHERE token = ?`, token);
  return row && toStored(row);
}

/** Reads the checkout that was created from a cart. */
export function readCheckoutOfCart(reader: Reader, cartToken: string): StoredCheckout | undefined {
  const row = reader.get<CheckoutRow>(`SELECT ${COLUMNS} FROM checkouts WHERE cart_token = ?`, cartToken);
  return row && toStored(row);
}

/**
 * Stores a new checkout, and deletes expired ones.
 *
 * @param cartToken the cart that it is created from, or null
 * @param client hash of the client for which it counts towards the storage limit; null if the client is unknown
 * @returns the checkout with its key, which is not stored
 */
export function insertCheckout(
  writer: Writer,
  contents: CheckoutContents,
  { cartToken, client, now }: { cartToken: string | null; client: string | null; now: Date },
): { stored: StoredCheckout; key: string } {
  deleteExpired(writer, "checkouts", now);
  const token = randomBytes(16).toString("base64url");
  const key = cartToken === null ? randomBytes(32).toString("base64url") : deriveCheckoutKey(cartToken, token);
  const keyHash = hashKey(key);
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
  enforceStorageLimit(writer, "checkouts", token);
  return { stored: { token, keyHash, cartToken, createdAt: at, updatedAt: at, contents }, key };
}

/** Stores the new contents of a checkout. */
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
  enforceStorageLimit(writer, "checkouts", stored.token);
  return { ...stored, updatedAt, contents };
}

function toStored(row: CheckoutRow): StoredCheckout {
  return {
    token: row.token,
    keyHash: row.key_hash,
    cartToken: row.cart_token,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    // The cast holds: only the functions above write this column.
    contents: JSON.parse(row.contents) as CheckoutContents,
  };
}

/*
 * Keys of checkouts. A client sends the key with every call, so only its hash is stored. A person who reads a backup
 * cannot change or place a checkout that a client created without a cart. They can do so with the checkout of a cart,
 * because the backup has the cart's token. All checkouts of the site come from carts.
 */

/**
 * Key of a checkout that was created from a cart. The key is derived from the cart's token, so that a client that has
 * only this token gets the same checkout again. The key does not reveal the token, and opens only this checkout.
 */
export function deriveCheckoutKey(cartToken: string, checkoutToken: string): string {
  return createHmac("sha256", cartToken).update(checkoutToken).digest("base64url");
}

/** A plain SHA-256 is enough: a key of 256 random bits cannot be guessed. */
function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Compares a key with a stored hash in constant time. */
export function isCheckoutKey(key: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashKey(key)), Buffer.from(hash));
}
