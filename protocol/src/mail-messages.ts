import type { MailboxProblem, MailStatus } from "./mail.ts";
import type { UnsentOrderEmail } from "./orders.ts";

/**
 * Says what a mail server did with an email: "refused the name and password". The server's name comes before it.
 *
 * @param reason code of the failure, as in the email's file name: `EAUTH`, `451`
 */
export function mailProblemInWords(reason: string): string {
  switch (reason) {
    case "EAUTH":
    case "ENOAUTH":
      return "refused the name and password";
    case "sender":
      return "refused the sender";
    case "ETLS":
      return "offered no TLS that can be trusted";
    case "late":
    case "unreadable":
      return "was not asked";
    default:
      if (/^5\d\d$/.test(reason)) return `refused it for good (${reason})`;
      if (/^\d{3}$/.test(reason)) return `answered ${reason}, not now`;
      return `could not be reached (${reason})`;
  }
}

/** Says that an email about an order was not sent. */
export function unsentEmailInWords({ to, isGivenUp, reason }: UnsentOrderEmail): string {
  const email = `An email to ${to === "owner" ? "you" : "the buyer"}`;
  if (reason === undefined) return `${email} waits for the mail server.`;
  return `${email} ${isGivenUp ? "could not be delivered" : "waits"}: the mail server ${mailProblemInWords(reason)}.`;
}

/** Says whether emails are sent, and how many wait. */
export function mailStatusInWords({ isSent, waiting }: MailStatus): string {
  if (isSent)
    return waiting === 0 ? "Your mail server sends them; none wait." : `${countInWords(waiting)} for your mail server.`;
  return `No mail server is set up, so nothing is sent. ${waiting === 0 ? "There are none yet." : `${countInWords(waiting, "is", "are")} in the outbox folder.`}`;
}

/** Says why the site cannot read reports about bounced newsletters. */
export const MAILBOX_PROBLEMS: Readonly<Record<MailboxProblem, string>> = {
  "sign-in": "The mailbox of bounces cannot be read: its server refuses the name and password.",
  connection: "The mailbox of bounces could not be read for more than a day.",
};

/** Says what the owner can do about emails when there is no mail server. */
export const SEND_EMAILS_YOURSELF =
  "Open them there with a mail program and send them yourself. Set up a mail server, and the next ones go out; docs/running.md says how.";

/** Says how a buyer learns what the owner did with an order. @param status undefined if it is unknown */
export function buyerIsTold(status: MailStatus | undefined): string {
  if (status === undefined || status.isSent) return "The buyer gets an email.";
  return "No mail server is set up, so nobody gets an email. It becomes a file in the outbox folder: open it there with a mail program and send it to the buyer yourself.";
}

function countInWords(emails: number, one = "waits", many = "wait"): string {
  return emails === 1 ? `1 email ${one}` : `${new Intl.NumberFormat("en").format(emails)} emails ${many}`;
}
