/**
 * `GET /admin/api/mail`: whether the gateway sends emails through a mail server, and how many emails wait. Without a
 * mail server, emails are files in the outbox folder, for the owner to send. `mailboxProblem`: why the owner has to look
 * at the mailbox of bounces.
 */
export type MailStatus = { isSent: boolean; waiting: number; mailboxProblem?: MailboxProblem };

/** Why the mailbox of bounces cannot be read: its server refuses name and password, or cannot be reached. */
export type MailboxProblem = "sign-in" | "connection";
