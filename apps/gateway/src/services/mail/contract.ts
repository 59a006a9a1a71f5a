import type { SendLetter } from "../messengers.ts";

/** What we ask of whatever carries letters. */
export interface MailService {
  /**
   * Hands a letter over. One that cannot be sent just now, but perhaps later, counts as taken.
   *
   * @throws {MailError} when it will not be delivered
   */
  readonly sendLetter: SendLetter;
  /** Ends what is under way, giving letters that still wait a last chance for a few seconds. */
  stop(): Promise<void>;
}

/**
 * A letter that will not be delivered. It has no `cause`: what a mail server answers may name the receiver, and errors
 * are logged.
 */
export class MailError extends Error {
  override readonly name = "MailError";
  /** `bad-letter`: an address that is none; `refused`: by the server, for good; `busy`: too many letters wait already. */
  readonly reason: "bad-letter" | "refused" | "busy";

  constructor(reason: MailError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
