import type { SendMailOptions } from "nodemailer";
import addressparser from "nodemailer/lib/addressparser";
import { normaliseEmail } from "../../lib/email-address.ts";
import type { EmailMessage } from "../shared/outgoing-messages.ts";
import { isMailAddress } from "../shared/outgoing-messages.ts";
import { MailError } from "./contract.ts";

/** Who letters come from. */
export type Sender = { name: string; address: string };

/**
 * Reads the sender of letters: `hello@example.com` or `Harbour Line <hello@example.com>`; undefined when it is not
 * exactly one address.
 */
export function readSender(text: string): Sender | undefined {
  const [only, ...others] = addressparser(text, { flatten: true });
  if (hasControls(text) || only === undefined || others.length > 0 || !isMailAddress(only.address)) return undefined;
  return { name: only.name, address: only.address };
}

/**
 * The same, for whoever sends letters.
 *
 * @throws {MailError} `bad-letter` when it is not exactly one address
 */
export function parseSender(text: string): Sender {
  const sender = readSender(text);
  if (sender) return sender;
  throw new MailError("bad-letter", "The address that letters come from is not one email address.");
}

/**
 * A letter as nodemailer takes it. Nothing in it can become a header of its own: addresses are checked, and the
 * subject is one line.
 *
 * @throws {MailError} `bad-letter`
 */
export function composeEmail(
  { to, subject, text, replyTo }: EmailMessage,
  from: Sender,
  stamp: { date: Date; messageId?: string },
): SendMailOptions {
  const receiver = normaliseEmail(to);
  if (receiver === undefined || !isMailAddress(receiver)) {
    throw new MailError("bad-letter", "A letter has no address that it can go to.");
  }
  return {
    from,
    // As an object it is taken for one address whatever stands in it.
    to: { name: "", address: receiver },
    // A letter without it still says what it has to.
    ...(replyTo !== undefined && isMailAddress(replyTo) && { replyTo: { name: "", address: replyTo } }),
    subject: subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim(),
    text,
    ...stamp,
    // Asks vacation programs to keep still. Source: RFC 3834 §5.
    headers: { "Auto-Submitted": "auto-generated" },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A letter as RFC 5322 has it. nodemailer is loaded with the first one, so that no start waits for it. */
export async function writeMessage(letter: SendMailOptions): Promise<Buffer> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await transport.sendMail(letter);
  // The transport was asked for a buffer.
  return message as Buffer;
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
