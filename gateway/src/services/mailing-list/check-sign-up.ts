import { MAILING_LIST_MESSAGES, type MailingListSignUp } from "@porchlight/protocol/mailing-list.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { isSignUpName, readListEmail } from "../shared/sign-up-rules.ts";

/** A valid sign-up, or a message for the visitor. A name may be empty. */
export type CheckedSignUp =
  | { ok: true; email: string; firstName: string; lastName: string }
  | { ok: false; message: string };

/** Trims the names, normalises the email, and checks them. */
export function checkSignUp({ EMAIL, FNAME, LNAME }: MailingListSignUp): CheckedSignUp {
  const email = readListEmail(EMAIL.trim());
  if (email === undefined) return { ok: false, message: MESSAGES.invalidEmail };

  const [firstName, lastName] = [FNAME.trim(), LNAME.trim()];
  if (!isSignUpName(firstName) || !isSignUpName(lastName))
    return { ok: false, message: MAILING_LIST_MESSAGES.invalidName };
  return { ok: true, email, firstName, lastName };
}
