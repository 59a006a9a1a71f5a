import type { EmailLook } from "../../content/identity/email-look.ts";
/** Resubscribing unsubscribed and removed addresses, for any service that stores the list. */

import { renderEmail } from "./emails/render-email.ts";
import type { EmailMessage } from "./outgoing-messages.ts";
import * as words from "./words.ts";

/** Path of the link in a confirmation email; the token is in `t`. */
export const RETURN_PATH = "/confirm";

/** How long such a link is valid, in days. */
export const RETURN_LINK_DAYS = 7;

/** The content of a link: an address, and the time of the sign-up for which the link was sent. */
type ReturnLink = { email: string; requestedAt: string };

/** Links that put an address back on the list. */
export type ReturnLinks = {
  linkFor(link: ReturnLink): string;
  /** Reads a valid token; undefined for any other text. */
  read(token: string): ReturnLink | undefined;
};

/** The list, as the pages behind these links use it. */
export interface Returning {
  /** Returns the address of a link, partly hidden; undefined when the link is not valid or no longer valid. */
  hiddenAddressOf(token: string): Promise<string | undefined>;
  /**
   * Puts the address of a link back on the list. The change is on disk when the promise resolves.
   *
   * @returns whether it is on the list now
   */
  comeBack(token: string): Promise<boolean>;
}

/** The email with a link. A stranger may have caused the email, so it contains nothing that was typed in a form. */
export function returnEmail({
  to,
  link,
  artistName,
  look,
}: {
  to: string;
  link: string;
  artistName: string;
  look: EmailLook | undefined;
}): Pick<EmailMessage, "to" | "subject" | "text" | "html"> {
  const frame = { name: artistName, siteUrl: new URL(link).origin, ...(look && { look }) };
  return { to, ...renderEmail(words.returnEmail(artistName, link, RETURN_LINK_DAYS), frame) };
}
