/** What every way onto the list asks of an email, and what strangers may give as a name. */

import { isEmailShaped, isOneLine, NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import { normaliseEmail } from "../../lib/email-address.ts";
import { isMailAddress } from "../../lib/mail-address.ts";

/**
 * Reads an email for the list.
 *
 * @returns it normalised; undefined when it has not the basic shape or no email can go to it
 */
export function readListEmail(typed: string): string | undefined {
  if (!isEmailShaped(typed) || !isOneLine(typed)) return undefined;
  const email = normaliseEmail(typed);
  return email !== undefined && isEmailShaped(email) && isMailAddress(email) ? email : undefined;
}

/**
 * What mail programs make a link of: a scheme, `www.`, two words with a dot and no space between them, as in
 * `evil.example`, a single letter before a common ending, or the address of a machine. An ideographic full stop is a dot
 * in a domain.
 */
const WEB_ADDRESS =
  /:\/\/|www[.。]|[\p{L}\p{N}-]{2}[.。]\p{L}{2}|[\p{L}\p{N}][.。](?:\p{L}{2,}\/|(?:com|net|org|co|io|me|app|dev)(?![\p{L}\p{N}]))|\d{1,3}(?:\.\d{1,3}){3}/iu;

/**
 * Whether a stranger may give a text as a name. Emails to the list greet people by it, so that it holds no web address,
 * no `@`, and no sign that breaks a line or turns its direction.
 */
export function isSignUpName(name: string): boolean {
  if (name.length > NAME_MAX_LENGTH || !isOneLine(name) || /\p{Bidi_Control}/u.test(name)) return false;
  // Invisible signs would hide a web address from us, and not from a mail program.
  const read = name.normalize("NFKC").replace(/\p{Cf}/gu, "");
  return !read.includes("@") && !WEB_ADDRESS.test(read);
}
