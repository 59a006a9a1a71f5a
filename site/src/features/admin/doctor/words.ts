/** Sentences of the check-up's panel. Others are in protocol/src/doctor-messages.ts. */

export const title = "Check-up";
export const run = "Run the check-up";
export const runAgain = "Run again";
/** Precedes the time. */
export const made = "Made ";
export const copy = "Copy as text";
export const plainText = "As plain text";

/** Words of the form that reads the source of a test email. */
export const email = {
  title: "Check a test email",
  source: "Source of the email",
  hint: "Send yourself a test email of a newsletter, to Gmail or Outlook for example. Open its source there (“Show original” or “View message source”), copy all of it, and paste it here. Nothing of it is stored.",
  check: "Check it",
  failed: "The email could not be checked. Please try again.",
  found: "What its receiver saw",
} as const;
