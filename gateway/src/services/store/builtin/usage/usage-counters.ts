import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { Reader, Writer } from "../../../../data/statements.ts";
import { mailboxKey, normaliseEmail } from "../../../../lib/email-address.ts";
import { numericId } from "../catalogue/numeric-id.ts";
import type { GiftCard, StoreSettings } from "../catalogue/store-settings.ts";

/** What past orders have used up. Inside a change, the counters include what the change has stored so far. */
export interface UsageCounters {
  /** Public id of a gift card, derived from its code, so it never changes. */
  giftCardId(card: GiftCard): number;
  /** The card with this id; undefined if it is no longer in the owner's file. */
  giftCard(id: number): GiftCard | undefined;
  giftCardBalance(card: GiftCard): MinorUnits;
  /** Counts the orders with a discount code, except cancelled ones. */
  discountUses(code: string): number;
  /** Whether a customer with this email, in upper or lower case, has an order that counts for this code. */
  hasUsedDiscount(code: string, email: string): boolean;
}

/** Gift cards by id, for each version of the owner's file. */
const cardsCache = new WeakMap<StoreSettings, ReadonlyMap<number, GiftCard>>();

export function createUsageCounters(reader: Reader, settings: StoreSettings): UsageCounters {
  return {
    giftCardId,
    giftCard: (id) => cardsById(settings).get(id),
    giftCardBalance(card) {
      const row = reader.get<{ used: number }>(
        "SELECT coalesce(sum(amount), 0) AS used FROM gift_card_uses WHERE card_id = ?",
        giftCardId(card),
      );
      // The owner may have lowered the card's balance in the file.
      return Math.max(0, card.balance - (row?.used ?? 0));
    },
    discountUses(code) {
      const row = reader.get<{ uses: number }>(
        "SELECT count(*) AS uses FROM discount_uses WHERE code = ?",
        codeKey(code),
      );
      return row?.uses ?? 0;
    },
    hasUsedDiscount: (code, email) =>
      reader.get("SELECT 1 FROM discount_uses WHERE code = ? AND email = ? LIMIT 1", codeKey(code), emailKey(email)) !==
      undefined,
  };
}

function giftCardId({ code }: GiftCard): number {
  return numericId(`gift card ${code}`);
}

function cardsById(settings: StoreSettings): ReadonlyMap<number, GiftCard> {
  let cards = cardsCache.get(settings);
  if (cards === undefined) {
    cards = new Map(settings.giftCards.map((card) => [giftCardId(card), card]));
    cardsCache.set(settings, cards);
  }
  return cards;
}

/** The gift cards and codes that an order uses up. */
type Uses = {
  giftCards: readonly { id: number; used: MinorUnits }[];
  discountCodes: readonly string[];
  email: string;
};

export function recordUses(writer: Writer, orderId: number, { giftCards, discountCodes, email }: Uses): void {
  for (const { id, used } of giftCards) {
    writer.run("INSERT INTO gift_card_uses (card_id, order_id, amount) VALUES (?, ?, ?)", id, orderId, used);
  }
  for (const code of new Set(discountCodes.map(codeKey))) {
    writer.run("INSERT INTO discount_uses (code, email, order_id) VALUES (?, ?, ?)", code, emailKey(email), orderId);
  }
}

/** Restores the balance of an order's gift cards. */
export function returnGiftCards(writer: Writer, orderId: number): void {
  writer.run("DELETE FROM gift_card_uses WHERE order_id = ?", orderId);
}

/** Makes the discount codes of an order count as unused. */
export function returnDiscounts(writer: Writer, orderId: number): void {
  writer.run("DELETE FROM discount_uses WHERE order_id = ?", orderId);
}

/** Normalises a discount code for comparing and storing. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase();
}

/** Identifies a customer by their mailbox, for codes that each customer may use once. Stored with each used code. */
export function emailKey(email: string): string {
  const normalised = normaliseEmail(email);
  return normalised === undefined ? email.trim().toLowerCase() : mailboxKey(normalised);
}
