/** What a gift card's code looks like once spaces and dashes are gone. */
export const GIFT_CARD_CODE = /^[A-Z0-9]{8,32}$/;

/** A gift card's code as it is compared: without spaces and dashes, upper-case. */
export function giftCardCodeOf(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}
