import { formPage, type LinkForm, oneMessagePage } from "../shared/link-pages/link-pages.ts";
import { tryAgain } from "../shared/link-pages/words.ts";
import type { Frame, Markup } from "../shared/plain-page/document.ts";
import { UNSUBSCRIBE_PATH } from "./links.ts";
import * as words from "./words.ts";

/** The token of a link, and the newsletter that the link was in, if any. */
export type UnsubscribeLink = { token: string; newsletterId: number | undefined };

/**
 * The page of an unsubscribe link. It only shows a form, so programs that open every link of an email change nothing.
 *
 * @param link its token, and its address partly hidden
 */
export function unsubscribePage(frame: Frame, link: UnsubscribeLink & { address: string }): Markup {
  return formPage(frame, words.leaveQuestion(frame.artistName, link.address), unsubscribeForm(link, words.leaveList));
}

/** The page after unsubscribing. It is the same for addresses that were not on the list. */
export function donePage(frame: Frame): Markup {
  return oneMessagePage(frame, words.hasLeft(frame.artistName), words.joinAgain);
}

/** The page if storing failed. The form can be sent again. */
export function notDonePage(frame: Frame, link: UnsubscribeLink): Markup {
  return formPage(frame, words.failures.notStored, unsubscribeForm(link, tryAgain));
}

/** The page if the link's address could not be looked up. Its form works later. */
export function lookupFailedPage(frame: Frame, link: UnsubscribeLink): Markup {
  return formPage(frame, words.failures.notLookedUp, unsubscribeForm(link, words.leaveList));
}

/** The page for a link that is incomplete, changed, forged or missing. */
export function brokenLinkPage(frame: Frame): Markup {
  return oneMessagePage(frame, words.messages.brokenLink);
}

function unsubscribeForm({ token, newsletterId }: UnsubscribeLink, verb: string): LinkForm {
  const fields = newsletterId === undefined ? {} : { n: String(newsletterId) };
  return { path: UNSUBSCRIBE_PATH, token, fields, verb, otherwise: words.stayOnList };
}
