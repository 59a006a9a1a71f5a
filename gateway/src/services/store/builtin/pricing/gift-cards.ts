import {
  GIFT_CARD_CODE,
  type GiftCard,
  normaliseGiftCardCode,
  type StoreSettings,
} from "../catalogue/store-settings.ts";
import type { CheckoutGiftCard, GiftCardRefusal } from "../checkout/checkouts.ts";
import type { UsageCounters } from "../usage/contract.ts";

/** How far the last place on earth is behind UTC, in milliseconds: until then a day has not ended for everybody. */
const LAST_PLACE_BEHIND_UTC_MS = 12 * 60 * 60 * 1000;

/** What gift cards are judged by. */
export type GiftCardContext = { settings: StoreSettings; ledger: UsageCounters; now: Date };

/**
 * Finds the gift card behind a code as somebody typed it, with spaces and dashes or without.
 *
 * @param applied numbers of the cards that are applied already
 * @returns its number, or why it cannot be used
 */
export function findGiftCard(
  typed: string,
  applied: readonly number[],
  { settings, ledger, now }: GiftCardContext,
): { id: number } | { refusal: GiftCardRefusal } {
  const code = normaliseGiftCardCode(typed);
  if (!GIFT_CARD_CODE.test(code)) return { refusal: "invalid" };
  const card = settings.giftCards.find((known) => known.code === code);
  if (!card) return { refusal: "not-found" };
  if (!card.isEnabled) return { refusal: "disabled" };
  if (hasExpired(card, now)) return { refusal: "expired" };
  if (card.currency !== settings.currency) return { refusal: "other-currency" };
  const id = ledger.giftCardId(card);
  if (applied.includes(id)) return { refusal: "already-applied" };
  return ledger.giftCardBalance(card) === 0 ? { refusal: "depleted" } : { id };
}

/** Applied cards as they are now, without those that cannot be used any more. */
export function usableGiftCards(
  ids: readonly number[],
  { settings, ledger, now }: GiftCardContext,
): CheckoutGiftCard[] {
  return ids.flatMap((id) => {
    const card = ledger.giftCard(id);
    if (!card?.isEnabled || hasExpired(card, now) || card.currency !== settings.currency) return [];
    return [{ id, lastCharacters: card.code.slice(-4), balance: ledger.giftCardBalance(card) }];
  });
}

function hasExpired({ expiresOn }: GiftCard, now: Date): boolean {
  if (expiresOn === undefined) return false;
  return new Date(now.getTime() - LAST_PLACE_BEHIND_UTC_MS).toISOString().slice(0, 10) > expiresOn;
}
