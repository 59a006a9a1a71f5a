/**
 * Words of every page, of the site and of the gateway. They are apart from the messages, which most pages load later.
 */

/** The first link of every page. */
export const SKIP_TO_CONTENT = "Skip to the content";

/** Follows the name of a link, for screen readers. */
export const newTab = " (opens in a new tab)";
