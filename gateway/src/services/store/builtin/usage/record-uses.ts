import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { Writer } from "../../../../data/statements.ts";
import { codeKey, emailKey } from "./keys.ts";

/** What an order uses up beside pieces. */
export type Uses = {
  giftCards: readonly { id: number; used: MinorUnits }[];
  discountCodes: readonly string[];
  email: string;
};

/** Notes what an order uses up. */
export function recordUses(writer: Writer, orderId: number, { giftCards, discountCodes, email }: Uses): void {
  for (const { id, used } of giftCards) {
    writer.run("INSERT INTO gift_card_uses (card_id, order_id, amount) VALUES (?, ?, ?)", id, orderId, used);
  }
  for (const code of new Set(discountCodes.map(codeKey))) {
    writer.run("INSERT INTO discount_uses (code, email, order_id) VALUES (?, ?, ?)", code, emailKey(email), orderId);
  }
}

/** Gives an order's amounts back to its gift cards. */
export function returnGiftCards(writer: Writer, orderId: number): void {
  writer.run("DELETE FROM gift_card_uses WHERE order_id = ?", orderId);
}

/** Lets the codes of an order count as not used. */
export function returnDiscounts(writer: Writer, orderId: number): void {
  writer.run("DELETE FROM discount_uses WHERE order_id = ?", orderId);
}
