import type { Reader } from "../../../../data/statements.ts";
import { numericId } from "../catalogue/numeric-id.ts";
import type { GiftCard, StoreSettings } from "../catalogue/store-settings.ts";
import type { UsageCounters } from "./contract.ts";
import { codeKey, emailKey } from "./keys.ts";

/** Gift cards by their number, for each reading of the owner's file. */
const cardsOf = new WeakMap<StoreSettings, ReadonlyMap<number, GiftCard>>();

/** The ledger of the data file. Made with the writer of a change, it sees what that change has stored so far. */
export function createUsageCounters(reader: Reader, settings: StoreSettings): UsageCounters {
  return {
    giftCardId,
    giftCard: (id) => cardsById(settings).get(id),
    giftCardBalance(card) {
      const row = reader.get<{ used: number }>(
        "SELECT coalesce(sum(amount), 0) AS used FROM gift_card_uses WHERE card_id = ?",
        giftCardId(card),
      );
      // The owner may have lowered what the card was issued with.
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
  let cards = cardsOf.get(settings);
  if (cards === undefined) {
    cards = new Map(settings.giftCards.map((card) => [giftCardId(card), card]));
    cardsOf.set(settings, cards);
  }
  return cards;
}
