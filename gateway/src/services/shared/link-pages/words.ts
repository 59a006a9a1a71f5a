/** Sentences of every page behind a link in an email, as docs/product.md has them. */
import type { Markup } from "../plain-page/document.ts";

export const backToSite = "Back to the site";
export const toSite = "To the site";
export const tryAgain = "Try again";

/** A page that asks a fan to press a button. */
export type FormPageWords = { title: string; heading: string; sentence: string | Markup };

/** A page with one message. */
export type Message = { title: string; sentence: string };

const openAgain = "Please open the link from the email again.";

export const messages = {
  noForm: { title: "This was not a form", sentence: openAgain },
  missing: { title: "This page is not here", sentence: openAgain },
} satisfies Record<string, Message>;
