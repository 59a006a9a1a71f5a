/** Sentences of the cart, as docs/product.md has them. */
import type { PriceTaxes } from "@porchlight/protocol/shop.ts";

export const title = "CART";
export const close = "Close the cart";
export const empty = "Nothing in here yet.";
export const emptyHint = "Whatever you pick in the shop waits here for you, tomorrow too.";
export const shop = "Look around the shop";
export const ordered = "What you ordered is no longer in here.";
export const remove = "Remove";
export const total = "Total:";
export const question = "Ready to check out?";
export const no = "No";
export const checkout = "Checkout";
export const wait = "One moment…";
export const tryAgain = "Try Again";
export const shopPay = "Pay with Shop Pay";
export const shopPayFailed = "Shop Pay cannot be reached. Please use Checkout instead.";
export const soldOut = "Sold out since you added it. It will not be in your order.";
export const tooMany = "This is more than are left, or more than one order can have. Please choose a smaller number.";

/** Costs that the checkout adds. */
export const costsLater: Record<PriceTaxes | "added", string> = {
  added: "Shipping and taxes are added at the checkout.",
  included: "Prices include taxes. Shipping is added at the checkout.",
  unknown: "Shipping, and taxes that prices do not include, are added at the checkout.",
};

/** Why the visitor cannot go to the checkout. */
export const problems = {
  unreachable: "The shop cannot be reached. Your cart is safe. Check your connection, then try again.",
  tooMany: "Please choose smaller numbers where the cart says so, then check out.",
  nothingLeft: "Nothing in this cart can be bought just now.",
} as const;

export const priceChanged = (before: string) => `The price has changed since you added it. It was ${before}.`;
export const quantity = (item: string) => `Quantity: ${item}`;
export const changeQuantity = (by: 1 | -1, item: string) => `${by === 1 ? "One more" : "One fewer"}: ${item}`;
