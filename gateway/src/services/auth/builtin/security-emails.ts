import { ADMIN_PATH, type AuditEvent } from "@porchlight/protocol/admin.ts";
import type { Audit, SecurityEvent } from "../../shared/audit.ts";
import type { SendEmail } from "../../shared/outgoing-messages.ts";

/**
 * What the owner is told of by letter: the steps by which somebody who got in would stay in.
 * Source: OWASP ASVS 5.0, 6.3.7.
 */
const TOLD_OF: Partial<Record<AuditEvent, string>> = {
  "password-changed": "The password of your desk was changed.",
  "factor-verified": "A second step was added to your sign-in.",
  "factor-removed": "A second step was taken away from your sign-in.",
  "identity-linked": "Another account was linked to your sign-in.",
  "identity-unlinked": "A linked account was taken away from your sign-in.",
};

/** What letters about security events need. */
export type NoticeOptions = {
  audit: Audit;
  sendEmail: SendEmail;
  /** Whom to tell; undefined while there is no owner. */
  ownerEmail: () => string | undefined;
  publicUrl: string;
  /** Lets the letter go on its way after the answer. */
  later: (work: () => Promise<void>) => void;
};

/** An audit log that writes the owner a letter about changes of how to sign in. */
export function withNotices({ audit, sendEmail, ownerEmail, publicUrl, later }: NoticeOptions): Audit {
  return async (event) => {
    const sentence = TOLD_OF[event.event];
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
