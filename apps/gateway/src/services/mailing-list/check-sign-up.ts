import { MAILING_LIST_MESSAGES, type MailingListSignUp } from "@porchlight/protocol/mailing-list.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { isEmailShaped, isOneLine } from "@porchlight/protocol/subscriber.ts";
import { normaliseAddress } from "../mail-address.ts";
import { isVisitorName } from "../subscriber-list.ts";

/** A sign-up that may be kept, or what to tell the visitor. An empty name was not told. */
export type CheckedSignUp =
  | { ok: true; email: string; firstName: string; lastName: string }
  | { ok: false; message: string };

/** Trims a sign-up, writes the email in lower case, and checks both. */
export function checkSignUp({ EMAIL, FNAME, LNAME }: MailingListSignUp): CheckedSignUp {
  const email = normaliseAddress(EMAIL.trim()) ?? "";
  if (!isEmailShaped(email) || !isOneLine(email)) return { ok: false, message: MESSAGES.invalidEmail };

  const [firstName, lastName] = [FNAME.trim(), LNAME.trim()];
  if (!isVisitorName(firstName) || !isVisitorName(lastName))
    return { ok: false, message: MAILING_LIST_MESSAGES.invalidName };
  return { ok: true, email, firstName, lastName };
}
