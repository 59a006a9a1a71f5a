import { mailStatusInWords, SEND_EMAILS_YOURSELF } from "@porchlight/protocol/mail-messages.ts";
import { useMailStatus } from "../shared/queries.ts";

/** Shows how many emails wait without a mail server. The region is always there, so that screen readers announce it. */
export function WaitingEmails() {
  const { data: status } = useMailStatus();
  const isShown = status && !status.isSent && status.waiting > 0;
  return (
    <div className="waiting-emails" role="status">
      {isShown && (
        <div className="load-note">
          <p>
            {mailStatusInWords(status)} {SEND_EMAILS_YOURSELF}
          </p>
        </div>
      )}
    </div>
  );
}
