/** Heading of a screen that did not load, and the page's title. */
export const screenFailed = "This page did not load";
/** Heading of a part that did not load. */
export const partFailed = "This did not load";
export const notFetched = "Part of it could not be fetched. Check your connection, then try again.";
export const noConnection = "There is still no connection to the site. Please try again in a while.";
export const tryAgain = "Try Again";
export const close = "Close";
