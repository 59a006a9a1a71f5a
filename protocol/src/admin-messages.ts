/**
 * Sentences of the owner's dashboard: signing in, the account, sessions and the audit log.
 * Source: docs/product.md §2, §8.
 */
import type { AuditEvent, LinkedSignIn } from "./admin.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./limits.ts";

/** Words of sign-in and account, by place or reason. */
export const ADMIN_MESSAGES = {
  loading: "Loading...",
  needsScript: "The dashboard needs JavaScript.",
  signInTitle: "Admin Access",
  signInPrompt: "Enter the admin password to access the dashboard",
  passwordPlaceholder: "Enter admin password",
  secureArea: "This is a secure admin area. Attempts to log in are limited and logged.",
  invalidPassword: "Invalid password",
  loggedIn: "Login successful",
  signedOut: "You are signed out.",
  sessionEnded: "Your session has ended. Please log in again.",
  notAllowed: "This account may not open the dashboard.",
  unreachableTitle: "The site cannot be reached",
  unreachable: "Check your connection, then try again.",
  stillSignedIn: "You are still signed in.",
  connectionLost: "No connection. You are still signed in, and this goes on by itself once the connection is back.",

  forgotTitle: "Forgot your password?",
  forgotPrompt:
    "A link and a code go to the owner’s address by email, or into the folder “outbox” of the site’s data where no mail " +
    "server is set up. Both work once, and for one hour.",
  emailSent: "If that address can be reached, the email is on its way. Follow its link, or type its code here.",
  wrongEmailCode: "That code is not right, or it is more than an hour old. Look for it in the latest email.",
  linkExpiredTitle: "This link no longer works",
  linkExpired: "It was used already, or it is more than an hour old. Ask for another email.",
  linkElsewhereTitle: "This link opens elsewhere",
  linkElsewhere: "Open it in the browser in which you asked for the email, or ask for another email here.",
  newPasswordTitle: "Choose a new password",
  newPasswordRule: `At least ${PASSWORD_MIN_LENGTH} characters. A few unrelated words are easy to keep in mind.`,
  passwordChanged: "Your password is changed. Every other session has ended.",

  secondStepTitle: "Enter the code",
  secondStepApp: "Open your authenticator app and type the six digits that it shows for this site.",
  secondStepPhone: "A code of six digits goes to your telephone.",
  codeSent: "The code is on its way.",
  wrongCode: "That code is not right. Wait for the next one, then try again.",
  codeExpired: "That code has expired. Try again with a new one.",

  factorAdded: "The authenticator app is set up. From now on you need its code to log in.",
  factorRemoved: "The authenticator app is removed.",
  factorNameTaken: "An app of that name is there already. Choose another name.",
  tooManyFactors: "This account has as many apps as it may have. Remove one first.",
  sessionEndedElsewhere: "That session has ended.",
  othersEnded: "Everywhere else you are signed out.",
  loadFailed: "This could not be loaded.",
  storedAtProvider: "Supabase does not share this. Look in its own dashboard, under Authentication.",

  passwordTooShort: `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`,
  passwordTooLong: `The password may have ${PASSWORD_MAX_LENGTH} characters at most.`,
  passwordTooCommon: "That password is among the first that others would guess. Choose another one.",
  passwordTooPlain: "Mix more kinds of characters into the password.",
  passwordAgainTitle: "Your password, once more",
  passwordAgain:
    "You logged in a while ago. Changing how you sign in needs your password again. Logging out " +
    "and in works as well.",
  currentPasswordWrong: "The current password is not right.",
  loginTooOld: "Your login is too old for this. Log out, log in again, then change the password.",
  passwordSame: "That is the password you have already. Choose another one.",
} as const;

const LINKED_TO_GOOGLE = {
  /** Name of the provider, shown with the account's address. */
  name: "Google",
  signIn: "Continue with Google",
  refused: "Signing in with Google did not work. Please log in with the password.",
  unknown: "That Google account is not linked to this dashboard. Log in with the password, then link it in Settings.",
  taken: "That Google account is linked already.",
  offer: "With a linked Google account you can log in without the password.",
  link: "Link a Google account",
  linked: "Your Google account is linked.",
  unlink: "Unlink Google",
  unlinkQuestion: "Are you sure you want to unlink this Google account?",
  unlinked: "Your Google account is no longer linked.",
  /** How somebody signed in, in the audit log. */
  method: "with Google",
} as const;

/** Words of a linked sign-in, by place or reason. */
export type LinkedSignInWords = Record<keyof typeof LINKED_TO_GOOGLE, string>;

/** The sentences name Google only if Google is the provider. */
export const LINKED_SIGN_IN_WORDS: Record<LinkedSignIn, LinkedSignInWords> = {
  google: LINKED_TO_GOOGLE,
  other: {
    name: "Linked account",
    signIn: "Continue with a linked account",
    refused: "Signing in with a linked account did not work. Please log in with the password.",
    unknown: "That account is not linked to this dashboard. Log in with the password, then link it in Settings.",
    taken: "That account is linked already.",
    offer: "With a linked account you can log in without the password.",
    link: "Link an account",
    linked: "Your account is linked.",
    unlink: "Unlink the account",
    unlinkQuestion: "Are you sure you want to unlink this account?",
    unlinked: "Your account is no longer linked.",
    method: "with a linked account",
  },
};

/** Names the security events in the audit log. */
export function auditWords(linkedSignIn: LinkedSignIn): Record<AuditEvent, string> {
  const account = linkedSignIn === "google" ? "Google account" : "Account";
  return {
    "signed-in": "Logged in",
    "sign-in-failed": "Failed login",
    "sign-in-throttled": "Too many attempts, turned away",
    "signed-out": "Logged out",
    "session-ended": "Session ended by you",
    "session-revoked-by-reuse": "Session ended: an old token was used again",
    "recovery-requested": "Password email requested",
    "recovery-used": "Password email used",
    "password-changed": "Password changed",
    "factor-enrolled": "Second step begun",
    "factor-verified": "Second step set up",
    "factor-removed": "Second step removed",
    "second-step-passed": "Code accepted",
    "second-step-failed": "Wrong code",
    "identity-linked": `${account} linked`,
    "identity-unlinked": `${account} unlinked`,
    "keys-rotated": "Signing keys changed",
    "service-key-made": "Service key made",
    "subscriber-removed": "Subscriber removed",
    "list-exported": "List exported",
    "buyer-erased": "Buyer erased from an order",
    "content-published": "Website published",
    "content-restored": "Earlier version of the website restored",
    "content-made-own": "Demo made your own site",
    "newsletter-changed": "Newsletter sent, scheduled or stopped",
    "newsletter-settings-changed": "Settings of newsletters changed",
    "mail-key-made": "Key that signs emails made",
    "consent-exported": "Record of consent exported",
    "consent-deleted": "Record of consent deleted",
    "person-file-made": "File about a person made",
  };
}

/** Says how long to wait, in words. */
export function throttledMessage(waitSeconds: number | undefined): string {
  if (!waitSeconds || waitSeconds <= 1) return "Too many attempts. Please wait a moment, then try again.";
  if (waitSeconds < 90) return `Too many attempts. Please wait ${Math.ceil(waitSeconds)} seconds, then try again.`;
  return `Too many attempts. Please wait ${Math.ceil(waitSeconds / 60)} minutes, then try again.`;
}
