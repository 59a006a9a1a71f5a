/** Sentences of the owner's desk: signing in, the account, sessions and the audit log. Source: docs/product.md §2, §8. */
import type { AuditEvent } from "./admin.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./limits.ts";

/** Words of sign-in and account, by place or reason. */
export const ADMIN_MESSAGES = {
  loading: "Loading...",
  signInTitle: "Admin Access",
  signInPrompt: "Enter the admin password to access the dashboard",
  passwordPlaceholder: "Enter admin password",
  secureArea: "This is a secure admin area. Attempts to log in are limited and logged.",
  invalidPassword: "Invalid password",
  signedOut: "You are signed out.",
  sessionEnded: "Your session has ended. Please log in again.",
  notAllowed: "This account may not open the dashboard.",
  unreachableTitle: "The site cannot be reached",
  unreachable: "Check your connection, then try again.",
  stillSignedIn: "You are still signed in.",
  connectionLost: "No connection. You are still signed in, and this goes on by itself once the connection is back.",

  forgotTitle: "Forgot your password?",
  forgotPrompt: "A letter with a link and a code goes to the owner's address. Both work once, and for one hour.",
  letterSent: "If that address can be reached, the letter is on its way. Follow its link, or type its code here.",
  wrongLetterCode: "That code is not right, or it is more than an hour old. Look for it in the latest letter.",
  linkExpiredTitle: "This link no longer works",
  linkExpired: "It was used already, or it is more than an hour old. Ask for another letter.",
  newPasswordTitle: "Choose a new password",
  newPasswordRule: `At least ${PASSWORD_MIN_LENGTH} characters. A few unrelated words are easy to keep in mind.`,
  passwordChanged: "Your password is changed. Every other session has ended.",

  secondStepTitle: "Enter the code",
  secondStepApp: "Open your authenticator app and type the six digits that it shows for this site.",
  secondStepPhone: "A code of six digits goes to your telephone.",
  codeSent: "The code is on its way.",
  wrongCode: "That code is not right. Wait for the next one, then try again.",
  codeExpired: "That code has expired. Try again with a new one.",

  providerRefused: "Signing in with Google did not work. Please log in with the password.",
  providerUnknown:
    "That Google account is not linked to this desk. Log in with the password, then link it in Settings.",
  identityTaken: "That Google account is linked already.",
  identityLinked: "Your Google account is linked.",
  identityUnlinked: "Your Google account is no longer linked.",

  factorAdded: "The authenticator app is set up. From now on its code is asked for when you log in.",
  factorRemoved: "The authenticator app is removed.",
  factorNameTaken: "An app of that name is there already. Choose another name.",
  tooManyFactors: "There are as many apps as one account may have. Remove one first.",
  sessionEndedElsewhere: "That session has ended.",
  othersEnded: "Everywhere else you are signed out.",
  loadFailed: "This could not be loaded.",
  keptByProvider: "Supabase keeps this to itself. Look in its own dashboard, under Authentication.",

  passwordTooShort: `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`,
  passwordTooLong: `The password may have ${PASSWORD_MAX_LENGTH} characters at most.`,
  passwordTooCommon: "That password is among the first that others would guess. Choose another one.",
  passwordTooPlain: "Mix more kinds of characters into the password.",
  currentPasswordWrong: "The present password is not right.",
  passwordSame: "That is the password you have already. Choose another one.",
} as const;

/** What each security event is called in the audit log. */
export const AUDIT_WORDS: Record<AuditEvent, string> = {
  "signed-in": "Logged in",
  "sign-in-failed": "Failed login",
  "sign-in-throttled": "Too many attempts, turned away",
  "signed-out": "Logged out",
  "session-ended": "Session ended by you",
  "session-revoked-by-reuse": "Session ended: an old token was used again",
  "recovery-requested": "Password letter asked for",
  "recovery-used": "Password letter used",
  "password-changed": "Password changed",
  "factor-enrolled": "Second step begun",
  "factor-verified": "Second step set up",
  "factor-removed": "Second step removed",
  "second-step-passed": "Code accepted",
  "second-step-failed": "Wrong code",
  "identity-linked": "Google account linked",
  "identity-unlinked": "Google account unlinked",
  "keys-rotated": "Signing keys changed",
  "service-key-made": "Service key made",
  "subscriber-removed": "Subscriber removed",
  "list-exported": "List exported",
};

/** Says how long to wait, in words. */
export function throttledMessage(waitSeconds: number | undefined): string {
  if (!waitSeconds || waitSeconds <= 1) return "Too many attempts. Please wait a moment, then try again.";
  if (waitSeconds < 90) return `Too many attempts. Please wait ${Math.ceil(waitSeconds)} seconds, then try again.`;
  return `Too many attempts. Please wait ${Math.ceil(waitSeconds / 60)} minutes, then try again.`;
}
