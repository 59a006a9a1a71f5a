import { MAILING_LIST_MESSAGES, type MailingListSignUp } from "@porchlight/protocol/mailing-list.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { isSignUpName, readListEmail } from "../shared/sign-up-rules.ts";

/** A sign-up that may be stored, or what to tell the visitor. An empty name was not told. */
export type CheckedSignUp =
  | { ok: true; email: string; firstName: string; lastName: string }
  | { ok: false; message: string };

/** Trims a sign-up, normalises the email, and checks both. */
export function checkSignUp({ EMAIL, FNAME, LNAME }: MailingListSignUp): CheckedSignUp {
  const email = readListEmail(EMAIL.trim());
  if (email === undefined) return { ok: false, message: MESSAGES.invalidEmail };

  const [firstName, lastName] = [FNAME.trim(), LNAME.trim()];
  if (!isSignUpName(firstName) || !isSignUpName(lastName))
    return { ok: false, message: MAILING_LIST_MESSAGES.invalidName };
  return { ok: true, email, firstName, lastName };
}
