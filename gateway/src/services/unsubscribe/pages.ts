import { formPage, type LinkForm, oneMessagePage } from "../shared/link-pages/link-pages.ts";
import { tryAgain } from "../shared/link-pages/words.ts";
import type { Frame, Markup } from "../shared/plain-page/document.ts";
import { UNSUBSCRIBE_PATH } from "./links.ts";
import * as words from "./words.ts";

/**
 * The page of an unsubscribe link. It only shows a form, so programs that open every link of an email change nothing.
 *
 * @param link its token, and its address partly hidden
 */
export function unsubscribePage(frame: Frame, link: { token: string; address: string }): Markup {
  return formPage(
    frame,
    words.leaveQuestion(frame.artistName, link.address),
    unsubscribeForm(link.token, words.leaveList),
  );
}

/** The page after unsubscribing. It is the same for addresses that were not on the list. */
export function donePage(frame: Frame): Markup {
  return oneMessagePage(frame, words.hasLeft(frame.artistName), words.joinAgain);
}

/** The page if storing failed. The form can be sent again. */
export function notDonePage(frame: Frame, token: string): Markup {
  return formPage(frame, words.failures.notStored, unsubscribeForm(token, tryAgain));
}

/** The page if the link's address could not be looked up. Its form works later. */
export function lookupFailedPage(frame: Frame, token: string): Markup {
  return formPage(frame, words.failures.notLookedUp, unsubscribeForm(token, words.leaveList));
}

/** The page for a link that is incomplete, changed, forged or missing. */
export function brokenLinkPage(frame: Frame): Markup {
  return oneMessagePage(frame, words.messages.brokenLink);
}

function unsubscribeForm(token: string, verb: string): LinkForm {
  return { path: UNSUBSCRIBE_PATH, token, verb, otherwise: words.stayOnList };
}
