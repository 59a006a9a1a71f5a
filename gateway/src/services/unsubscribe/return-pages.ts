import { html } from "hono/html";
import { documentOf, type Frame, type Link, type Markup, messagePage } from "../shared/plain-page/document.ts";
import { RETURN_PATH } from "../shared/resubscribe.ts";

const JOIN: Link = { path: "/", words: "To the site" };

/**
 * The page of a confirmation link. It only has a form, so programs that check links change nothing.
 *
 * @param link its token, and its address partly hidden
 */
export function confirmPage(frame: Frame, link: { token: string; address: string }): Markup {
  return documentOf(
    frame,
    "Join the mailing list again",
    html`<div class="plain-message">
<h1>Join the mailing list of ${frame.artistName} again?</h1>
<p class="lead"><bdi>${link.address}</bdi> is not on the list now.</p>
${confirmForm(link.token, "Join again", "Stay off the list")}
</div>`,
  );
}

/** The page after the address is on the list again. */
export function confirmedPage(frame: Frame): Markup {
  return messagePage(frame, "You are on the list", `You get the newsletter of ${frame.artistName} again.`, JOIN);
}

/** The page when reading or storing failed; the form can be sent again. */
export function notConfirmedPage(frame: Frame, token: string): Markup {
  return documentOf(
    frame,
    "Please try again",
    html`<div class="plain-message">
<h1>That did not work</h1>
<p class="lead">The list cannot be reached just now, and nothing has changed. Please try again in a moment.</p>
${confirmForm(token, "Try again", "Stay off the list")}
</div>`,
  );
}

/** The page for a link that is too old, used, incomplete or forged. */
export function deadLinkPage(frame: Frame): Markup {
  return messagePage(
    frame,
    "This link does not work any more",
    "It is too old, it was used already, or a part of it is missing. Sign up on the site again to get a new one.",
    JOIN,
  );
}

/** The page for a body that is no form. */
export function notAFormPage(frame: Frame): Markup {
  return messagePage(frame, "This was not a form", "Please open the link from the email again.", JOIN);
}

/** The page for any other address below `/confirm`. */
export function unknownPage(frame: Frame): Markup {
  return messagePage(frame, "This page is not here", "Please open the link from the email again.", JOIN);
}

function confirmForm(token: string, verb: string, otherwise: string): Markup {
  return html`<form class="leave" method="post" action="${RETURN_PATH}">
<input type="hidden" name="t" value="${token}">
<button class="button" type="submit">${verb}</button>
<a class="leave-not" href="/">${otherwise}</a>
</form>`;
}
