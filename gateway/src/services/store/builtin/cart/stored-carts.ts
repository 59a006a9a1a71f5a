import { randomBytes } from "node:crypto";
import type { Reader, Writer } from "../../../../data/statements.ts";
import type { Attribute, CartLine } from "./basket.ts";
import type { BuyerIdentity } from "./carts.ts";
import { makeRoom, removeOld } from "./make-room.ts";

/** What a cart holds, as the JSON of its row has it. */
export type CartContents = {
  lines: readonly CartLine[];
  note: string | null;
  attributes: readonly Attribute[];
  buyerIdentity: BuyerIdentity;
  discountCodes: readonly string[];
};

/** A cart as it is stored, without prices. */
export type StoredCart = { token: string; createdAt: string; updatedAt: string; contents: CartContents };

type CartRow = { token: string; contents: string; created_at: string; updated_at: string };

/** Reads a cart. */
export function readCart(reader: Reader, token: string): StoredCart | undefined {
  const row = reader.get<CartRow>("SELECT token, contents, created_at, updated_at FROM carts WHERE token = ?", token);
  if (row === undefined) return undefined;
  // Written below, by nobody else.
  const contents = JSON.parse(row.contents) as CartContents;
  return { token: row.token, createdAt: row.created_at, updatedAt: row.updated_at, contents };
}

/** The hashed client whose share of the room a cart takes up; null where that is not known. */
export function clientOfCart(reader: Reader, token: string): string | null {
  return reader.get<{ client: string | null }>("SELECT client FROM carts WHERE token = ?", token)?.client ?? null;
}

/**
 * Stores a new cart under a token of 128 random bits, and lets old ones go.
 *
 * @param client hashed, whose share of the room it takes up; null where that is not known
 */
export function insertCart(
  writer: Writer,
  contents: CartContents,
  { client, now }: { client: string | null; now: Date },
): StoredCart {
  removeOld(writer, "carts", now);
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
  makeRoom(writer, "carts", token);
  return { token, createdAt: at, updatedAt: at, contents };
}

/** Stores what a cart holds now. */
export function updateCart(writer: Writer, stored: StoredCart, contents: CartContents, now: Date): StoredCart {
  const updatedAt = now.toISOString();
  writer.run(
    "UPDATE carts SET contents = ?, line_count = ?, updated_at = ? WHERE token = ?",
    JSON.stringify(contents),
    contents.lines.length,
    updatedAt,
    stored.token,
  );
  makeRoom(writer, "carts", stored.token);
  return { ...stored, updatedAt, contents };
}
