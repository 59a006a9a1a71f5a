/** Checks the addresses that emails go to or come from. email-address.ts normalises the addresses of people. */

import { EMAIL_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import addressparser from "nodemailer/lib/addressparser";

/** One plain address. Excludes quoted names before the @: nobody here has one, and attacks on parsers use them. */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/** Whether a text is one address that an email can go to. Its domain may be a bare name, as in `root@localhost`. */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && ADDRESS.test(text);
}

/** The sender of emails. */
export type Sender = { name: string; address: string };

/**
 * Reads the sender of emails: `hello@example.com` or `Harbour Line <hello@example.com>`.
 *
 * @returns undefined when the text is not exactly one address
 */
export function readSender(text: string): Sender | undefined {
  const [only, ...others] = addressparser(text, { flatten: true });
  const hasControls = /\p{Cc}/u.test(text);
  if (hasControls || only === undefined || others.length > 0 || !isMailAddress(only.address)) return undefined;
  return { name: only.name, address: only.address };
}
