/** Sentences of the shop that people read, exactly as docs/product.md words them. */
export const SHOP_MESSAGES = {
  alreadyInCart: "Item already in cart!",
  soldOut: "Sold out",
  loading: "Loading the shop…",
  emptyTitle: "The table is bare",
  empty: "There is nothing on sale just now. New things come with the next record and the next run of shows.",
  unknownProduct: "That item is no longer in the shop. Here is everything that is.",
} as const;

/** Sentences of the cart that people read, exactly as docs/product.md words them. */
export const CART_MESSAGES = {
  title: "CART",
  empty: "Nothing in here yet.",
  emptyHint: "Whatever you pick in the shop waits here for you, tomorrow too.",
  ordered: "What you ordered is no longer in here.",
  /** After a price, where there are several pieces. */
  each: "each",
  question: "Ready to check out?",
  costsLater: "Shipping and taxes are added at the checkout.",
  costsLaterTaxesIncluded: "Prices include taxes. Shipping is added at the checkout.",
  costsLaterTaxesUnknown: "Shipping, and taxes that prices do not include, are added at the checkout.",
  soldOut: "Sold out since you added it. It will not be in your order.",
  tooMany: "This is more than are left, or more than one order can have. Please choose a smaller number.",
  priceChanged: "The price has changed since you added it. It was",
  mendFirst: "Please choose smaller numbers where the cart says so, then check out.",
  nothingLeft: "Nothing in this cart can be bought just now.",
  unreachable: "The shop cannot be reached. Your cart is safe. Check your connection, then try again.",
  shopPayFailed: "Shop Pay cannot be reached. Please use Checkout instead.",
} as const;
