import { html } from "hono/html";
import { documentOf, type Frame, type Link, type Markup, messagePage } from "../shared/plain-page/document.ts";
import { UNSUBSCRIBE_PATH } from "./links.ts";

const HOME: Link = { path: "/", words: "To the site" };

/**
 * The page of an unsubscribe link. It only has a form, so programs that open every link of an email change nothing.
 *
 * @param link its token, and its address partly hidden
 */
export function unsubscribePage(frame: Frame, link: { token: string; address: string }): Markup {
  return documentOf(
    frame,
    "Leave the mailing list",
    html`<div class="plain-message">
<h1>Leave the mailing list of ${frame.artistName}?</h1>
<p class="lead"><bdi>${link.address}</bdi> will get no more emails.</p>
${unsubscribeForm(link.token, "Leave the list")}
</div>`,
  );
}

/** The page after unsubscribing. It is the same for addresses that were not on the list. */
export function donePage(frame: Frame): Markup {
  return messagePage(
    frame,
    "You have left the list",
    `${frame.artistName} will not write to your address any more. Changed your mind? You can join again at any time.`,
    { path: "/", words: "Join again" },
  );
}

/** The page when storing failed; the form can be sent again. */
export function notDonePage(frame: Frame, token: string): Markup {
  return documentOf(
    frame,
    "Please try again",
    html`<div class="plain-message">
<h1>That did not work</h1>
<p class="lead">Nothing could be stored just now, so nothing has changed. Please try again in a moment.</p>
${unsubscribeForm(token, "Try again")}
</div>`,
  );
}

/** The page when the link's address could not be looked up; its form still works later. */
export function lookupFailedPage(frame: Frame, token: string): Markup {
  return documentOf(
    frame,
    "Please try again",
    html`<div class="plain-message">
<h1>The list cannot be reached</h1>
<p class="lead">Nothing could be looked up just now, and nothing has changed. Please try again in a moment.</p>
${unsubscribeForm(token, "Leave the list")}
</div>`,
  );
}

/** The page for a link that is incomplete, changed, forged or missing. */
export function brokenLinkPage(frame: Frame): Markup {
  return messagePage(
    frame,
    "This link is not whole",
    "A part of it is missing, or was changed on the way. Please open it from the email again.",
    HOME,
  );
}

/** The page for a body that is not our form. */
export function noFormPage(frame: Frame): Markup {
  return messagePage(frame, "This was not a form", "Please open the link from the email again.", HOME);
}

/** The page for any other address below `/unsubscribe`. */
export function missingPage(frame: Frame): Markup {
  return messagePage(frame, "This page is not here", "Please open the link from the email again.", HOME);
}

function unsubscribeForm(token: string, verb: string): Markup {
  return html`<form class="leave" method="post" action="${UNSUBSCRIBE_PATH}">
<input type="hidden" name="t" value="${token}">
<button class="button" type="submit">${verb}</button>
<a class="leave-not" href="/">Stay on the list</a>
</form>`;
}
