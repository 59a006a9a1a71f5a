import type { MailboxProblem, MailStatus } from "@porchlight/protocol/mail.ts";
import { MAILBOX_PROBLEMS, mailStatusInWords, SEND_EMAILS_YOURSELF } from "@porchlight/protocol/mail-messages.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { goToCheckUp } from "../shared/words.ts";

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

/** Says that the site cannot read reports about bounced newsletters, and leads to the check-up. */
export function UnreadMailbox(props: { problem: MailboxProblem; onCheckUp: () => void }) {
  return (
    <div className="load-note">
      <p>{MAILBOX_PROBLEMS[props.problem]}</p>
      <DashboardButton onClick={props.onCheckUp}>{goToCheckUp}</DashboardButton>
    </div>
  );
}
