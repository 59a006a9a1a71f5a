import type { MailStatus } from "@porchlight/protocol/mail.ts";
import { mailStatusInWords, SEND_EMAILS_YOURSELF } from "@porchlight/protocol/mail-messages.ts";

/** Whether emails wait that no mail server will send. */
export function isMailWaiting(status: MailStatus | undefined): status is MailStatus {
  return status !== undefined && !status.isSent && status.waiting > 0;
}

/** Says how many emails wait without a mail server, and what the owner can do. */
export function WaitingEmails({ status }: { status: MailStatus }) {
  return (
    <div className="load-note">
      <p>
        {mailStatusInWords(status)} {SEND_EMAILS_YOURSELF}
      </p>
    </div>
  );
}
