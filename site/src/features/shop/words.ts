/** Sentences of the shop, as docs/product.md has them. */

export const alreadyInCart = "Item already in cart!";
export const soldOut = "Sold out";
export const loading = "Loading the shop…";
export const unreachableTitle = "The shop cannot be reached";
export const unreachable = "Your cart is safe. Check your connection, then try again.";
export const tryAgain = "Try Again";
export const showMore = "Show More";
export const viewCart = "View cart";
export const emptyTitle = "The table is bare";
export const empty =
  "There is nothing on sale just now. New things come with the next record and the next run of shows.";
export const unknownProduct = "That item is no longer in the shop. Here is everything that is.";
export const seeAll = "See everything in the shop";
export const cancel = "Cancel";
export const addToCart = "Add To Cart";
/** Two prices, for screen readers: "Now $38.00, before $45.00". */
export const now = "Now ";
export const before = ", before ";

export const isInCart = (title: string) => `${title} is in your cart.`;
export const picturesOf = (title: string) => `Pictures of ${title}`;

/** @param place counted from 1 */
export const showPicture = (place: number, count: number) => `Show picture ${place} of ${count}`;
