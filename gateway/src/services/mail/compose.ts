import type { SendMailOptions, Transporter } from "nodemailer";
import { normaliseEmail } from "../../lib/email-address.ts";
import { isMailAddress, readSender, type Sender } from "../../lib/mail-address.ts";
import type { EmailMessage } from "../shared/outgoing-messages.ts";
import { MailError } from "./contract.ts";
import { type DkimKey, dkimOptions } from "./dkim.ts";

/**
 * Reads the sender of emails.
 *
 * @throws {MailError} `bad-email` when the text is not exactly one address
 */
export function parseSender(text: string): Sender {
  const sender = readSender(text);
  if (sender) return sender;
  throw new MailError("bad-email", "The address that emails come from is not one email address.");
}

/** Domain of the sender's address. */
export function senderDomain(from: string): string {
  const { address } = parseSender(from);
  return address.slice(address.lastIndexOf("@") + 1);
}

/** nodemailer does not encode other addresses. Servers without SMTPUTF8 may reject them. Source: RFC 6531 §3. */
const IS_ASCII = /^\p{ASCII}*$/u;

/**
 * Composes an email for nodemailer. Nothing in it can add a header: addresses are checked, and the subject is one line.
 *
 * @throws {MailError} `bad-email`
 */
export function composeEmail(
  { to, subject, text, html, replyTo, stopLink }: EmailMessage,
  from: Sender,
  stamp: { date: Date; messageId?: string },
): SendMailOptions {
  const receiver = normaliseEmail(to);
  if (receiver === undefined || !isMailAddress(receiver)) {
    throw new MailError("bad-email", "An email has no valid address.");
  }
  return {
    from,
    // nodemailer reads an object as exactly one address.
    to: { name: "", address: receiver },
    // An email without a reply address is still useful. With an address that the mail server rejects, it would be lost.
    ...(replyTo !== undefined &&
      isMailAddress(replyTo) &&
      IS_ASCII.test(replyTo) && { replyTo: { name: "", address: replyTo } }),
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    ...stamp,
    // With this header, automatic replies are not sent. Source: RFC 3834 §5.
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(stopLink !== undefined && {
        // nodemailer would fold the address if it were not prepared.
        "List-Unsubscribe": { prepared: true, value: `<${stopLink}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Writes messages instead of sending them. Loaded with the first email, so that no start waits for it. */
let writer: Promise<Transporter> | undefined;

/** Puts a text on one line, so that it cannot add a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/**
 * Writes an email as RFC 5322 defines it.
 *
 * @param key signs the email
 */
export async function writeMessage(options: SendMailOptions, key?: DkimKey): Promise<Buffer> {
  writer ??= import("nodemailer").then(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: "windows" }),
  );
  const transport = await writer;
  const { message } = await transport.sendMail({ ...options, ...dkimOptions(key) });
  // The cast holds: with the option `buffer`, the message is a buffer.
  return message as Buffer;
}
