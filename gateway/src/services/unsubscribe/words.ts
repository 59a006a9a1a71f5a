/** Sentences of the pages behind the links in emails, as docs/product.md has them. */
import { html } from "hono/html";
import type { FormPageWords, Message } from "../shared/link-pages/words.ts";

/* Pages with a form */

export const leaveList = "Leave the list";
export const stayOnList = "Stay on the list";
export const joinAgain = "Join again";
export const join = "Join";
export const stayOffList = "Stay off the list";

/** @param address the fan's address, partly hidden */
export function leaveQuestion(artistName: string, address: string): FormPageWords {
  return {
    title: "Leave the mailing list",
    heading: `Leave the mailing list of ${artistName}?`,
    sentence: html`<bdi>${address}</bdi> will get no more emails.`,
  };
}

/** @param address the fan's address, partly hidden */
export function joinAgainQuestion(artistName: string, address: string): FormPageWords {
  return {
    title: "Join the mailing list again",
    heading: `Join the mailing list of ${artistName} again?`,
    sentence: html`<bdi>${address}</bdi> is not on the list now.`,
  };
}

/** @param address the fan's address, partly hidden */
export function joinQuestion(artistName: string, address: string): FormPageWords {
  return {
    title: "Join the mailing list",
    heading: `Join the mailing list of ${artistName}?`,
    sentence: html`<bdi>${address}</bdi> gets the newsletter once you confirm.`,
  };
}

const pleaseTryAgain = "Please try again";

export const failures = {
  notStored: {
    title: pleaseTryAgain,
    heading: "That did not work",
    sentence: "Nothing could be stored just now, so nothing has changed. Please try again in a moment.",
  },
  notLookedUp: {
    title: pleaseTryAgain,
    heading: "The list cannot be reached",
    sentence: "Nothing could be looked up just now, and nothing has changed. Please try again in a moment.",
  },
  notConfirmed: {
    title: pleaseTryAgain,
    heading: "That did not work",
    sentence: "The list cannot be reached just now, and nothing has changed. Please try again in a moment.",
  },
} satisfies Record<string, FormPageWords>;

/* Pages with one message */

export function hasLeft(artistName: string): Message {
  return {
    title: "You have left the list",
    sentence: `${artistName} will not write to your address any more. Changed your mind? You can join again at any time.`,
  };
}

export function isOnList(artistName: string): Message {
  return { title: "You are on the list", sentence: `You get the newsletter of ${artistName} from now on.` };
}

export const messages = {
  brokenLink: {
    title: "This link is not whole",
    sentence: "A part of it is missing, or was changed on the way. Please open it from the email again.",
  },
  deadLink: {
    title: "This link does not work any more",
    sentence:
      "It is too old, it was used already, or a part of it is missing. Sign up on the site again to get a new one.",
  },
} satisfies Record<string, Message>;
