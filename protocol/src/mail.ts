/**
 * `GET /admin/api/mail`: whether a mail server sends emails, and how many are not sent yet. Without a mail server they
 * wait in the outbox folder for the owner.
 */
export type MailStatus = { isSent: boolean; waiting: number };
