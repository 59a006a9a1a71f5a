import type { FindUnsent, SendEmail } from "../shared/outgoing-messages.ts";

/** What we ask of whatever carries letters. */
export interface MailService {
  /**
   * Takes a letter, which then lies on disk for good until it is delivered or given up.
   *
   * @throws {MailError} when it cannot be taken
   */
  readonly sendEmail: SendEmail;
  /** Whether a mail server is set up. Without one, emails wait in the outbox for the owner. */
  readonly isSending: boolean;
  /** Counts emails that are not sent yet. */
  countWaiting(): Promise<number>;
  /** Absent where nothing waits to be taken. */
  readonly findUnsent?: FindUnsent;
  /** Ends what is under way within a few seconds; letters that still wait do so until the next start. */
  stop(): Promise<void>;
}

/** A letter that is not taken. Nothing in it names the receiver, since errors are logged. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** `bad-letter`: an address that is none; `busy`: too many letters wait already. */
  readonly reason: "bad-letter" | "busy";

  constructor(reason: MailError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
