import { html } from "hono/html";
import { documentOf, type Frame, type Link, type Markup, messagePage } from "../../plain-pages/document.ts";
import { CONFIRM_PATH } from "./return-links.ts";

const HOME: Link = { path: "/", words: "To the site" };

/**
 * The page that the link of a confirmation email opens. It only asks: programs that look at every link of an email
 * change nothing.
 *
 * @param asked the link's token, and its address partly hidden
 */
export function confirmPage(frame: Frame, asked: { token: string; address: string }): Markup {
  return documentOf(
    frame,
    "Join the mailing list again",
    html`<div class="plain-message">
<h1>Join the mailing list of ${frame.artistName} again?</h1>
<p class="lead"><bdi>${asked.address}</bdi> will get the next newsletter.</p>
${confirmForm(asked.token, "Join again")}
</div>`,
  );
}

/** What somebody is told who is back on the list. */
export function welcomeBackPage(frame: Frame): Markup {
  return messagePage(frame, "Welcome back", "Your address is on the list again.", HOME);
}

/** Said when nothing could be stored: it can be tried again at once. */
export function notStoredPage(frame: Frame, token: string): Markup {
  return documentOf(
    frame,
    "Please try again",
    html`<div class="plain-message">
<h1>That did not work</h1>
<p class="lead">Nothing could be stored just now, so nothing has changed. Please try again in a moment.</p>
${confirmForm(token, "Try again")}
</div>`,
  );
}

/** One answer for a link that is too old, cut, changed, made up or missing. */
export function noSuchLinkPage(frame: Frame): Markup {
  return messagePage(
    frame,
    "This link does not work any more",
    "It is older than a week, or a part of it is missing. You can sign up again at any time.",
    { path: "/", words: "Sign up again" },
  );
}

function confirmForm(token: string, verb: string): Markup {
  return html`<form class="leave" method="post" action="${CONFIRM_PATH}">
<input type="hidden" name="t" value="${token}">
<button class="button" type="submit">${verb}</button>
<a class="leave-not" href="/">Stay off the list</a>
</form>`;
}
