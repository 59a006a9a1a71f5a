import {
  GIFT_CARD_CODE,
  type GiftCard,
  normaliseGiftCardCode,
  type StoreSettings,
} from "../catalogue/store-settings.ts";
import type { AppliedGiftCard, GiftCardError } from "../model/cart.ts";
import type { UsageCounters } from "../usage/usage-counters.ts";

/** How much later than in UTC a day ends in the last time zone, UTC−12, in milliseconds. */
const LATEST_TIME_ZONE_MS = 12 * 60 * 60 * 1000;

/** The data that decides whether gift cards can be used. */
type GiftCardContext = { settings: StoreSettings; usage: UsageCounters; now: Date };

/**
 * Finds the gift card for a typed code, with or without spaces and dashes.
 *
 * @param applied ids of the cards that the checkout already has
 */
export function findGiftCard(
  typed: string,
  applied: readonly number[],
  { settings, usage, now }: GiftCardContext,
): { id: number } | { error: GiftCardError } {
  const code = normaliseGiftCardCode(typed);
  if (!GIFT_CARD_CODE.test(code)) return { error: "invalid" };
  const card = settings.giftCards.find((known) => known.code === code);
  if (!card) return { error: "not-found" };
  if (!card.isEnabled) return { error: "disabled" };
  if (hasExpired(card, now)) return { error: "expired" };
  if (card.currency !== settings.currency) return { error: "other-currency" };
  const id = usage.giftCardId(card);
  if (applied.includes(id)) return { error: "already-applied" };
  return usage.giftCardBalance(card) === 0 ? { error: "depleted" } : { id };
}

/** Reads the applied cards and leaves out those that can no longer be used. */
export function usableGiftCards(ids: readonly number[], { settings, usage, now }: GiftCardContext): AppliedGiftCard[] {
  return ids.flatMap((id) => {
    const card = usage.giftCard(id);
    if (!card?.isEnabled || hasExpired(card, now) || card.currency !== settings.currency) return [];
    return [{ id, lastCharacters: card.code.slice(-4), balance: usage.giftCardBalance(card) }];
  });
}

function hasExpired({ expiresOn }: GiftCard, now: Date): boolean {
  if (expiresOn === undefined) return false;
  return new Date(now.getTime() - LATEST_TIME_ZONE_MS).toISOString().slice(0, 10) > expiresOn;
}
