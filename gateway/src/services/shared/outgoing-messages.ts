/** An email that a service sends. */
export type EmailMessage = {
  to: string;
  subject: string;
  text: string;
  /** The same content as `text`; see emails/. */
  html?: string;
  /** Address for replies, if it is not the sender's. An address that is not plain is left out. */
  replyTo?: string;
  /** Address that ends emails of this kind with one POST, for the button of a mail program. Source: RFC 8058. */
  stopLink?: string;
  /** If the email is not sent by this time, it is dropped. */
  until?: Date;
  /** Fields for the log, such as an order's number; no address. */
  about?: Readonly<Record<string, string | number>>;
  /** Name by which an unsent email can be found: lower-case letters, digits and dashes; no address. */
  tag?: string;
};

/** An email that was not sent yet. `reason` says why the last attempt failed; absent before the first failure. */
export type UnsentEmail = { tag: string; isGivenUp: boolean; reason?: string };

/** Finds the emails with these tags that wait longer than usual or were given up. */
export type FindUnsent = (tags: readonly string[]) => Promise<UnsentEmail[]>;

/**
 * Hands an email over for delivery. Resolves once the email was accepted.
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
