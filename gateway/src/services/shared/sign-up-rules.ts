/** Rules for emails and names in sign-ups, for both forms and for imports. */

import { isEmailShaped, isOneLine, NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import { normaliseEmail } from "../../lib/email-address.ts";
import { isMailAddress } from "../../lib/mail-address.ts";

/**
 * Parses an email for the list.
 *
 * @returns the normalised email; undefined when it is malformed or no email can be sent to it
 */
export function readListEmail(typed: string): string | undefined {
  if (!isEmailShaped(typed) || !isOneLine(typed)) return undefined;
  const email = normaliseEmail(typed);
  return email !== undefined && isEmailShaped(email) && isMailAddress(email) ? email : undefined;
}

/**
 * Texts that mail programs turn into links: a scheme, `www.`, two words with a dot and no space between them as in
 * `evil.example`, a single letter before a common ending, or an IP address. An ideographic full stop is also a dot in a
 * domain.
 */
const WEB_ADDRESS =
  /:\/\/|www[.。]|[\p{L}\p{N}-]{2}[.。]\p{L}{2}|[\p{L}\p{N}][.。](?:\p{L}{2,}\/|(?:com|net|org|co|io|me|app|dev)(?![\p{L}\p{N}]))|\d{1,3}(?:\.\d{1,3}){3}/iu;

/**
 * Whether a text is valid as a name. Emails to the list greet people by name, so a name may hold no web address, no `@`
 * and no character that breaks a line or changes its direction.
 */
export function isSignUpName(name: string): boolean {
  if (name.length > NAME_MAX_LENGTH || !isOneLine(name) || /\p{Bidi_Control}/u.test(name)) return false;
  // An invisible character would hide a web address from this check, but not from a mail program.
  const read = name.normalize("NFKC").replace(/\p{Cf}/gu, "");
  return !read.includes("@") && !WEB_ADDRESS.test(read);
}
