/** Sentences of the emails about shows, and of the pages of their forms and links, as docs/product.md has them. */
import { html } from "hono/html";
import type { FormPageWords, Message } from "../../shared/link-pages/words.ts";

/* Emails */

/** How long a link that confirms is valid, in days. */
export const CONFIRM_DAYS = 3;
/** How long "Tell me when you play near …" lasts, in years. */
export const NEAR_YEARS = 2;

export const confirmSubject = (about: string) => `Please confirm: ${about}`;
export const somebodyAsked = (artist: string, about: string) =>
  `Somebody entered this address on the site of ${artist} to get emails about this: ${about}.`;
export const showPromise =
  "You get one email a week before the show, one the day before, and one if it changes or is cancelled. Nothing else. Your address is deleted after the show.";
export const nearPromise = `You get one email when a new show is announced near there. Nothing else. Your address is deleted after ${NEAR_YEARS} years, or as soon as you say so.`;
export const ifNotYou = `If that was you, please confirm within ${CONFIRM_DAYS} days. If it was not you, do nothing: no further email comes, and the address is deleted.`;
export const yes = "Yes, tell me";

export const inDays = (title: string, days: number) =>
  days <= 0 ? `Today: ${title}` : days === 1 ? `Tomorrow: ${title}` : `In ${days} days: ${title}`;
export const isCancelled = (title: string) => `Cancelled: ${title}`;
export const isPostponed = (title: string) => `Postponed: ${title}`;
export const hasChanged = (title: string) => `Changed: ${title}`;
export const cancelledSentence =
  "We are sorry: this show does not take place. If you have a ticket, ask where you bought it.";
export const postponedSentence =
  "This show does not take place on its date. We write again as soon as there is a new one.";
export const changedSentence = "Something about this show has changed. This is how it is now:";
export const before = (facts: string) => `Before: ${facts}`;
export const timesIn = (times: string, zone: string) => `${times} (${zone})`;
export const newNear = (artist: string, town: string) => `${artist} near ${town}`;
export const newNearSentence = (town: string) =>
  `You asked to be told about new shows near ${town}. Here is what is new:`;
export const seeShow = "See the show";
export const seeShows = "See all shows";
export const stopEmails = "Stop these emails";

/* Pages */

export const nameOfNear = (town: string) => `new shows near ${town}`;

export const asked: Message = {
  title: "Please check your email",
  sentence: `Unless you have confirmed before, you get an email with a link in a moment. Nothing else is sent until you open that link. It works for ${CONFIRM_DAYS} days, and an address gets at most three such emails a day.`,
};

export function confirmQuestion(about: string, address: string): FormPageWords {
  return {
    title: "Emails about shows",
    heading: "Shall we tell you?",
    sentence: html`For <bdi>${address}</bdi>: ${about}.`,
  };
}
export const notNow = "Not now";

export const confirmed: Message = {
  title: "We will tell you",
  sentence: "Each email has a link that stops them. This is not the newsletter, and it does not sign you up for it.",
};

export const stopQuestion: FormPageWords = {
  title: "Stop these emails",
  heading: "Stop these emails?",
  sentence: "No more of them come, and your address is deleted here. The newsletter is not touched.",
};
export const stopFailed: FormPageWords = {
  title: "Please try again",
  heading: "That did not work",
  sentence: "Nothing could be stored just now, so nothing has changed. Please try again in a moment.",
};
export const keepThem = "Keep getting them";

export const stopped: Message = {
  title: "These emails have stopped",
  sentence: "Your address is deleted here. An email that is on its way already may still arrive.",
};

export const whichTown: FormPageWords = {
  title: "Which town?",
  heading: "Which one do you mean?",
  sentence: "There are several towns of this name.",
};

export const messages = {
  invalidEmail: {
    title: "Please check the address",
    sentence: "This does not look like an email address. Please go back and try again.",
  },
  noSuchShow: { title: "This show is over", sentence: "There is nothing to be told about it any more." },
  noSuchTown: {
    title: "We do not know this town",
    sentence:
      "Please go back and write it as on a map, or name a larger town near it: “Kingston” or “Kingston, Ontario”.",
  },
  deadLink: {
    title: "This link does not work any more",
    sentence: "It is too old, or a part of it is missing. Ask on the site again to get a new one.",
  },
  notStored: { title: "Please try again", sentence: "Nothing could be stored just now. Please try again in a moment." },
  tooMany: {
    title: "Please wait a little",
    sentence: "There were too many requests just now. Please try again in a few minutes.",
  },
} satisfies Record<string, Message>;
