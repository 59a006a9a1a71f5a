import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import type { Audit } from "../../shared/audit.ts";
import { renderEmail } from "../../shared/emails/render-email.ts";
import type { SendEmail } from "../../shared/outgoing-messages.ts";
import * as words from "./words.ts";

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
    const change = words.changes[event.event];
    if (change !== undefined) {
      later(async () => {
        const to = ownerEmail();
        if (to === undefined) return;
        const content = words.securityEmail(change, event.client.address, `${publicUrl}${ADMIN_PATH}`);
        const email = renderEmail(content, { name: words.product, siteUrl: publicUrl });
        await sendEmail({ to, ...email, about: { about: event.event } });
      });
    }
    await audit(event);
  };
}
