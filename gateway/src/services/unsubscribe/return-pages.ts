import { formPage, type LinkForm, oneMessagePage } from "../shared/link-pages/link-pages.ts";
import { tryAgain } from "../shared/link-pages/words.ts";
import type { Frame, Markup } from "../shared/plain-page/document.ts";
import { RETURN_PATH } from "../shared/resubscribe.ts";
import * as words from "./words.ts";

/**
 * The page of a confirmation link. It only shows a form, so that programs that check links change nothing.
 *
 * @param link its token, its address partly hidden, and whether the address was on the list before
 */
export function confirmPage(frame: Frame, link: { token: string; address: string; isReturn: boolean }): Markup {
  const { token, address, isReturn } = link;
  return isReturn
    ? formPage(frame, words.joinAgainQuestion(frame.artistName, address), confirmForm(token, words.joinAgain))
    : formPage(frame, words.joinQuestion(frame.artistName, address), confirmForm(token, words.join));
}

/** The page that is shown once the address is on the list. */
export function confirmedPage(frame: Frame): Markup {
  return oneMessagePage(frame, words.isOnList(frame.artistName));
}

/** The page if reading or storing failed. The form can be sent again. */
export function notConfirmedPage(frame: Frame, token: string): Markup {
  return formPage(frame, words.failures.notConfirmed, confirmForm(token, tryAgain));
}

/** The page for a link that is too old, used, incomplete or forged. */
export function deadLinkPage(frame: Frame): Markup {
  return oneMessagePage(frame, words.messages.deadLink);
}

function confirmForm(token: string, verb: string): LinkForm {
  return { path: RETURN_PATH, token, verb, otherwise: words.stayOffList };
}
