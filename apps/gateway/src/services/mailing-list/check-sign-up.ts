import { MAILING_LIST_MESSAGES, type MailingListSignUp } from "@porchlight/protocol/mailing-list.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { isEmailShaped, isOneLine, NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";

/** A sign-up that may be kept, or what to tell the visitor. An empty name was not told. */
export type CheckedSignUp =
  | { ok: true; email: string; firstName: string; lastName: string }
  | { ok: false; message: string };

/** Trims a sign-up, writes the email in lower case, and checks both. */
export function checkSignUp({ EMAIL, FNAME, LNAME }: MailingListSignUp): CheckedSignUp {
  const email = EMAIL.trim().toLowerCase();
  if (!isEmailShaped(email) || !isOneLine(email)) return { ok: false, message: MESSAGES.invalidEmail };

  const [firstName, lastName] = [FNAME.trim(), LNAME.trim()];
  if (!isName(firstName) || !isName(lastName)) return { ok: false, message: MAILING_LIST_MESSAGES.invalidName };
  return { ok: true, email, firstName, lastName };
}

function isName(text: string): boolean {
  return text.length <= NAME_MAX_LENGTH && isOneLine(text);
}
