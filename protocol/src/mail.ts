/**
 * `GET /admin/api/mail`: whether the gateway sends emails through a mail server, and how many emails wait. Without a
 * mail server, emails wait in the outbox folder for the owner.
 */
export type MailStatus = { isSent: boolean; waiting: number };
