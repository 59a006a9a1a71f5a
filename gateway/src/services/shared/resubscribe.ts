import type { EmailLook } from "../../content/identity/email-look.ts";
/** Sign-ups that a link in an email confirms, for any service that stores the list. */

import { renderEmail } from "./emails/render-email.ts";
import type { EmailMessage } from "./outgoing-messages.ts";
import * as words from "./words.ts";

/** Path of the link in a confirmation email; the token is in `t`. */
export const RETURN_PATH = "/confirm";

/** How long such a link is valid, in days. */
export const RETURN_LINK_DAYS = 7;

/** The content of a link: an address, and the time of the sign-up for which the link was sent. */
type ReturnLink = { email: string; requestedAt: string };

/** Links that put an address on the list, or back on it. */
export type ReturnLinks = {
  linkFor(link: ReturnLink): string;
  /** Reads a valid token; undefined for any other text. */
  read(token: string): ReturnLink | undefined;
};

/** A sign-up that waits for its link. `isReturn`: its mailbox was on the list before, or is on it. */
type WaitingSignUp = { hiddenAddress: string; isReturn: boolean };

/** The list, as the pages behind these links use it. */
export interface Returning {
  /** Finds the sign-up of a link, its address partly hidden; undefined when the link is not valid or no longer valid. */
  findSignUp(token: string): Promise<WaitingSignUp | undefined>;
  /**
   * Puts the address of a link on the list, or back on it. The change is on disk when the promise resolves.
   *
   * @returns whether it is on the list now
   */
  confirm(token: string): Promise<boolean>;
}

type ConfirmationEmail = {
  to: string;
  link: string;
  artistName: string;
  look: EmailLook | undefined;
  isReturn: boolean;
};

/** The email with a link. A stranger may have caused the email, so it contains nothing that was typed in a form. */
export function confirmationEmail(
  options: ConfirmationEmail,
): Pick<EmailMessage, "to" | "subject" | "text" | "html" | "about"> {
  const { to, link, artistName, look, isReturn } = options;
  const frame = { name: artistName, siteUrl: new URL(link).origin, ...(look && { look }) };
  const compose = isReturn ? words.returnEmail : words.joinEmail;
  return {
    to,
    ...renderEmail(compose(artistName, link, RETURN_LINK_DAYS), frame),
    about: { about: isReturn ? "coming back to the list" : "joining the list" },
  };
}
