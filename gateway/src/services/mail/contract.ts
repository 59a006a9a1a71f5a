import type { FindUnsent, SendEmail } from "../shared/outgoing-messages.ts";

/** What we ask of any mail service. */
export interface MailService {
  /**
   * Accepts an email and stores it on disk until it is delivered or given up.
   *
   * @throws {MailError} when it cannot be accepted
   */
  readonly sendEmail: SendEmail;
  /** Whether a mail server is set up. Without one, emails are files in the outbox, which are never sent later. */
  readonly isSending: boolean;
  /** Counts emails that are not sent yet. */
  countWaiting(): Promise<number>;
  /** Absent if no emails wait for a mail server. */
  readonly findUnsent?: FindUnsent;
  /** Stops within a few seconds. Emails that still wait are sent after the next start. */
  stop(): Promise<void>;
}

/** An email that is not accepted. The error does not name the receiver, because errors are logged. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** `bad-email`: an invalid address; `busy`: too many emails wait already. */
  readonly reason: "bad-email" | "busy";

  constructor(reason: MailError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
