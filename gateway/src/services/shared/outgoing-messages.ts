/** An email that a service sends. */
export type EmailMessage = {
  to: string;
  subject: string;
  text: string;
  /** The same content as `text`; see emails/. */
  html?: string;
  /** Address for replies, if it is not the sender. Left out when it is not a plain address. */
  replyTo?: string;
  /** The email is dropped instead of sent after this time. */
  until?: Date;
  /** Fields for the log, such as an order's number; no address. */
  about?: Readonly<Record<string, string | number>>;
  /** Finds an unsent email again: lower-case letters, digits and dashes; no address. */
  tag?: string;
};

/** An email that was not sent yet. `reason` is the reason of the last failure, when there was one. */
export type UnsentEmail = { tag: string; isGivenUp: boolean; reason?: string };

/** Finds emails by their tags that wait longer than usual or were given up. */
export type FindUnsent = (tags: readonly string[]) => Promise<UnsentEmail[]>;

/**
 * Hands an email over for delivery and settles once it was accepted.
 *
 * @throws {Error} when it could not be handed over; {@link isNeverTaken} says whether it never can be
 */
export type SendEmail = (email: EmailMessage) => Promise<void>;

/** Whether an email can never be sent because its address is invalid. */
export function isNeverTaken(error: unknown): boolean {
  return error instanceof Error && "reason" in error && error.reason === "bad-email";
}

/**
 * Sends a short code to a telephone.
 *
 * @throws {Error} when it could not be handed over
 */
export type SendCode = (message: { phone: string; channel: "sms" | "whatsapp"; text: string }) => Promise<void>;
