/** Emails of a newsletter: many in a row over few connections, each with a result of its own. */

/** One email of a newsletter. */
export type BatchEmail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** With brackets. A retry of the email has the same id. */
  messageId: string;
  date: Date;
  /** Unsubscribes with one POST, for the button of a mail program. Source: RFC 8058. */
  unsubscribeLink: string;
  /** Id of the list: `newsletter.artist.example`. Source: RFC 2919. */
  listId: string;
  /** Where delivery reports go, if not to the sender; one address for each email. */
  returnPath?: string | undefined;
};

/**
 * The result of sending an email.
 *
 * - `accepted`: the mail server has taken responsibility for it.
 * - `refused`: the mail server does not take this email. It may say that it knows no such `address`, or refuse the
 *   `recipient` for another reason: a rule about the receiver, or a limit that the sender has reached, which may end. All
 *   else is about the `email` itself.
 * - `deferred`: not now. `isMailbox` says that the reason is the recipient's mailbox or address, such as a full mailbox.
 * - `in-doubt`: the connection broke after the whole email was handed over and before the response, so that nobody can
 *   know. Source: RFC 1047.
 * - `failed`: the mail server cannot be used now, and the email was not handed over. It may refuse the sign-in or the
 *   sender's address, or fail at this `email`, which may be the reason.
 *
 * `code` is the mail server's, `550`, or nodemailer's, `ETIMEDOUT`. The server's words are left out, because they may
 * name the recipient.
 */
export type BatchResult =
  | { state: "accepted" | "in-doubt" }
  | { state: "refused"; code: string; about: "address" | "recipient" | "email" }
  | { state: "deferred"; code: string; isMailbox: boolean }
  | { state: "failed"; code: string; cause: "sign-in" | "sender" | "email" | "server" };

/** A composed and signed email, ready to be sent. */
export type PreparedEmail = { from: string; to: string; message: Buffer };

/** One connection to the mail server. It sends one email at a time, and connects again by itself. */
export interface BatchConnection {
  /** @param signal closes the connection */
  send(email: PreparedEmail, signal: AbortSignal): Promise<BatchResult>;
  close(): void;
}

/** Sends newsletters through the mail server of the settings. */
export interface BatchMail {
  /** Domain of the sender's address. */
  readonly domain: string;
  /** @throws {Error} with `reason: "bad-email"` if the address cannot get emails */
  prepare(email: BatchEmail): Promise<PreparedEmail>;
  connect(): BatchConnection;
}
