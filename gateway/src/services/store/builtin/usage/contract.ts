import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { GiftCard } from "../catalogue/store-settings.ts";

/** What past orders have used up. Read inside a change, it holds for that change. */
export interface UsageCounters {
  /** Number that stands for a gift card's code outside. It is made from the code, and so the same ever after. */
  giftCardId(card: GiftCard): number;
  /** The card behind a number, if the owner's file still has it. */
  giftCard(id: number): GiftCard | undefined;
  /** What is left of a gift card. */
  giftCardBalance(card: GiftCard): MinorUnits;
  /** Orders in which a discount code was used and that were not cancelled. */
  discountUses(code: string): number;
  /** Whether this address, in any case, has used the code in such an order. */
  hasUsedDiscount(code: string, email: string): boolean;
}
