import { ADMIN_PATH, type AuditEvent } from "@porchlight/protocol/admin.ts";
import type { Audit, SecurityEvent } from "../../shared/audit.ts";
import type { SendEmail } from "../../shared/outgoing-messages.ts";

/**
 * Events that the owner gets an email about: changes with which an intruder could stay signed in.
 * Source: OWASP ASVS 5.0, 6.3.7.
 */
const SENTENCES: Partial<Record<AuditEvent, string>> = {
  "password-changed": "The password of your dashboard was changed.",
  "factor-verified": "A second step was added to your sign-in.",
  "factor-removed": "A second step was taken away from your sign-in.",
  "identity-linked": "Another account was linked to your sign-in.",
  "identity-unlinked": "A linked account was taken away from your sign-in.",
};

type SecurityEmailOptions = {
  audit: Audit;
  sendEmail: SendEmail;
  /** Undefined while there is no owner. */
  ownerEmail: () => string | undefined;
  publicUrl: string;
  /** Sends the email after the response. */
  later: (work: () => Promise<void>) => void;
};

/** Adds an email to the owner about each change of the sign-in methods. */
export function withSecurityEmails({ audit, sendEmail, ownerEmail, publicUrl, later }: SecurityEmailOptions): Audit {
  return async (event) => {
    const sentence = SENTENCES[event.event];
    if (sentence !== undefined) {
      later(async () => {
        const to = ownerEmail();
        if (to === undefined) return;
        const text = textOf(sentence, event, publicUrl);
        await sendEmail({ to, subject: "Your sign-in was changed", text, about: { about: event.event } });
      });
    }
    await audit(event);
  };
}

function textOf(sentence: string, { client }: SecurityEvent, publicUrl: string): string {
  return [
    "Hello,",
    "",
    `${sentence} It was done from ${client.address}.`,
    "",
    "If that was you, all is well. If it was not, choose a new password at once and end the other sessions:",
    "",
    `${publicUrl}${ADMIN_PATH}`,
    "",
    "Porchlight",
    "",
  ].join("\n");
}
