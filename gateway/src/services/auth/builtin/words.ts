/** What people read in emails and codes about signing in. */
import type { AuditEvent } from "@porchlight/protocol/admin.ts";
import type { EmailContent } from "../../shared/emails/content.ts";

/** Emails about the sign-in come from the software, not from the artist. */
export const product = "Porchlight";

/**
 * Changes of the sign-in methods that the owner gets an email about: with them an intruder could stay signed in.
 * Source: OWASP ASVS 5.0, 6.3.7.
 */
export const changes: Partial<Record<AuditEvent, string>> = {
  "password-changed": "The password of your dashboard was changed.",
  "factor-verified": "A second step was added to your sign-in.",
  "factor-removed": "A second step was taken away from your sign-in.",
  "identity-linked": "Another account was linked to your sign-in.",
  "identity-unlinked": "A linked account was taken away from your sign-in.",
};

/** @param clientAddress where the request came from */
export function securityEmail(change: string, clientAddress: string, dashboardLink: string): EmailContent {
  return {
    subject: "Your sign-in was changed",
    title: change,
    blocks: [
      `The request came from ${clientAddress}.`,
      "If that was you, all is well. If it was not, choose a new password at once and end the other sessions.",
    ],
    button: { words: "Open your dashboard", href: dashboardLink },
  };
}

/** @param clientAddress where the request came from */
export function recoveryEmail(
  { link, code, hours }: { link: string; code: string; hours: number },
  { site, clientAddress }: { site: string; clientAddress: string },
): EmailContent {
  const subject = "A new password for your site";
  return {
    subject,
    title: subject,
    blocks: [
      `Somebody asked for a new password for the dashboard of ${site}. If that was you, choose one now.`,
      `On another device, type this code instead: ${code}`,
      `Link and code work once, for ${hours === 1 ? "an hour" : `${hours} hours`}. The request came from ${clientAddress}. If it was not you, do nothing: your password stays as it is.`,
    ],
    button: { words: "Choose a new password", href: link },
  };
}

/** The message that brings a code to a telephone. */
export function signInCode(code: string, site: string): string {
  return `${code} is your code for ${site}. It works for five minutes.`;
}
