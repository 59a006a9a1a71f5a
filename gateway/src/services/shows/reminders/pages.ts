import { REMINDERS_PATH } from "@porchlight/protocol/reminders.ts";
import { html } from "hono/html";
import { formPage, oneMessagePage } from "../../shared/link-pages/link-pages.ts";
import { tryAgain } from "../../shared/link-pages/words.ts";
import { documentOf, type Frame, type Markup } from "../../shared/plain-page/document.ts";
import type { Reminders } from "./contract.ts";
import { CONFIRM_PATH, STOP_PATH } from "./reminder-links.ts";
import * as words from "./words.ts";

/** The pages after a form. A reload of them does not send it again. */
export const DONE_PAGES = {
  "/asked": (frame: Frame) => oneMessagePage(frame, words.asked),
  "/confirmed": (frame: Frame) => oneMessagePage(frame, words.confirmed),
  "/stopped": (frame: Frame) => oneMessagePage(frame, words.stopped),
};

/** The page for something that cannot be done. */
export function problemPage(frame: Frame, problem: keyof typeof words.messages): Markup {
  return oneMessagePage(frame, words.messages[problem]);
}

/** The page of a link that confirms. It only shows a form, so that programs that check links change nothing. */
export function confirmPage(
  frame: Frame,
  token: string,
  { about, address }: NonNullable<ReturnType<Reminders["find"]>>,
): Markup {
  const form = { path: CONFIRM_PATH, token, verb: words.yes, otherwise: words.notNow };
  return formPage(frame, words.confirmQuestion(about, address), form);
}

/** The page of a link that stops emails. It only shows a form, as above. */
export function stopPage(frame: Frame, token: string): Markup {
  const form = { path: STOP_PATH, token, verb: words.stopEmails, otherwise: words.keepThem };
  return formPage(frame, words.stopQuestion, form);
}

/** The page if stopping could not be stored. The form can be sent again. */
export function notStoppedPage(frame: Frame, token: string): Markup {
  const form = { path: STOP_PATH, token, verb: tryAgain, otherwise: words.keepThem };
  return formPage(frame, words.stopFailed, form);
}

/** The page on which a visitor says which of several towns they mean. */
export function townsPage(frame: Frame, email: string, towns: readonly string[]): Markup {
  const { title, heading, sentence } = words.whichTown;
  return documentOf(
    frame,
    title,
    html`<div class="plain-message">
<h1>${heading}</h1>
<p class="lead">${sentence}</p>
<form class="leave" method="post" action="${REMINDERS_PATH}">
<input type="hidden" name="email" value="${email}">
${towns.map((town) => html`<button class="button" type="submit" name="town" value="${town}">${town}</button>`)}
</form>
</div>`,
  );
}
