/** Emails and telephone codes that services send. */
import { EMAIL_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";

/** A letter to one person. */
export type EmailMessage = {
  to: string;
  subject: string;
  text: string;
  /** Whom an answer goes to, where that is not the sender; left out of the letter where it is no plain address. */
  replyTo?: string;
  /** When it is of no use any more: it is dropped rather than sent later than that. */
  until?: Date;
  /** What a log may say of it, such as an order's number; no address. */
  about?: Readonly<Record<string, string | number>>;
  /** By which its sender finds it while it has not gone out: small letters, digits and dashes; no address. */
  tag?: string;
};

/** A letter that has not gone out. `trouble` is what was wrong the last time, in a word; left out where nobody knows yet. */
export type UnsentEmail = { tag: string; isGivenUp: boolean; trouble?: string };

/** Finds letters that wait for longer than is usual, or were given up, by their tags. */
export type FindUnsent = (tags: readonly string[]) => Promise<UnsentEmail[]>;

/**
 * Hands a letter over for delivery and settles once it was taken.
 *
 * @throws {Error} when it could not be handed over; {@link isNeverTaken} says whether it never can be
 */
export type SendEmail = (letter: EmailMessage) => Promise<void>;

/** Whether a letter that could not be handed over is one that never can be: it has no address that it can go to. */
export function isNeverTaken(error: unknown): boolean {
  return error instanceof Error && "reason" in error && error.reason === "bad-letter";
}

/**
 * Sends a short code to a telephone.
 *
 * @throws {Error} when it could not be handed over
 */
export type SendCode = (message: { phone: string; channel: "sms" | "whatsapp"; text: string }) => Promise<void>;

/** One plain address. Quoted names before the @ are left out: no owner or fan has one, and attacks on parsers do. */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/** Whether a text is one address that a letter can go to. A name alone will do for its domain, as in `root@localhost`. */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && ADDRESS.test(text);
}
