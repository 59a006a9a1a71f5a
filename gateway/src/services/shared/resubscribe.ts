/** The way back onto the list, for mailboxes that left it or were removed, whichever service has the list. */

import type { EmailMessage } from "./outgoing-messages.ts";
import * as words from "./words.ts";

/** Where the link of a confirmation email leads; its token stands in `t`. */
export const RETURN_PATH = "/confirm";

/** How long such a link works, in days. */
export const RETURN_LINK_DAYS = 7;

/** What a link stands for: an address, and the request that it was sent for, by its time. */
type ReturnLink = { email: string; requestedAt: string };

/** Links by which an address comes back to the list. */
export type ReturnLinks = {
  linkFor(link: ReturnLink): string;
  /** Reads a token that was made here; undefined for every other text. */
  read(token: string): ReturnLink | undefined;
};

/** What the pages behind such a link ask for. */
export interface Returning {
  /** The address that a link would bring back, partly hidden; undefined when the link does not work, or no longer. */
  hiddenAddressOf(token: string): Promise<string | undefined>;
  /**
   * Puts the address of a link back on the list. Stored for good when it settles.
   *
   * @returns whether it is on the list now
   */
  comeBack(token: string): Promise<boolean>;
}

/** The email that brings a link. A stranger may have caused it, so that it holds nothing that a stranger typed. */
export function returnEmail({
  to,
  link,
  artistName,
}: {
  to: string;
  link: string;
  artistName: string;
}): Pick<EmailMessage, "to" | "subject" | "text"> {
  return { to, ...words.returnEmail(artistName, link, RETURN_LINK_DAYS) };
}
