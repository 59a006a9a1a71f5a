/** Addresses that journeys answer themselves, or hold up. */

/** The form of the email dialog. */
export const LIST = /\/mailing-list\/subscribe\/post-json/;

/** The table that the footer's form writes into. */
export const TABLE = "**/rest/v1/newsletter_subscribers*";

/** All that the dashboard reads of the list. */
export const LIST_OF_DESK = "**/rest/v1/**";

/** The shop. */
export const STORE = "**/graphql*";

/** The recordings. */
export const AUDIO = "**/audio/**";
