/** What every way onto the list asks of an email, and what strangers may give as a name. */

import { isEmailShaped, isOneLine, NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import { normaliseEmail } from "../email-address.ts";

/**
 * Reads an email for the list.
 *
 * @returns it normalised; undefined when it has not the basic shape or no email can go to it
 */
export function readListEmail(typed: string): string | undefined {
  if (!isEmailShaped(typed) || !isOneLine(typed)) return undefined;
  const email = normaliseEmail(typed);
  return email !== undefined && isEmailShaped(email) ? email : undefined;
}

/**
 * What mail programs make a link of: a scheme, `www.`, or two words with a dot and no space between them, as in
 * `evil.example`. An ideographic full stop is a dot in a domain.
 */
const WEB_ADDRESS = /:\/\/|www[.。]|[\p{L}\p{N}-]{2}[.。]\p{L}{2}|[\p{L}\p{N}][.。]\p{L}{2,}\//iu;

/**
 * Whether a stranger may give a text as a name. Emails to the list greet people by it, so that it holds no web address,
 * no `@`, and no sign that breaks a line or turns its direction.
 */
export function isSignUpName(name: string): boolean {
  if (name.length > NAME_MAX_LENGTH || !isOneLine(name) || /\p{Bidi_Control}/u.test(name)) return false;
  const read = name.normalize("NFKC");
  return !read.includes("@") && !WEB_ADDRESS.test(read);
}
