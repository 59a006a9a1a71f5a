import type { SendMailOptions } from "nodemailer";
import addressparser from "nodemailer/lib/addressparser";
import type { Letter } from "../messengers.ts";
import { MailError } from "./contract.ts";

/** Longest address, in characters. Source: RFC 5321 §4.5.3.1.3, a path of 256 octets with its brackets. */
const ADDRESS_MAX_LENGTH = 254;
/** One plain address. Quoted names before the @ are left out: no owner or fan has one, and attacks on parsers do. */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/** Who letters come from. */
export type Sender = { name: string; address: string };

/**
 * Reads the sender of letters: `hello@example.com` or `Harbour Line <hello@example.com>`.
 *
 * @throws {MailError} `bad-letter` when it is not exactly one address
 */
export function parseSender(text: string): Sender {
  const [only, ...others] = addressparser(text, { flatten: true });
  if (hasControls(text) || only === undefined || others.length > 0 || !isAddress(only.address)) {
    throw new MailError("bad-letter", "The address that letters come from is not one email address.");
  }
  return { name: only.name, address: only.address };
}

/**
 * A letter as nodemailer takes it. Nothing in it can become a header of its own: addresses are checked, and the
 * subject is one line.
 *
 * @throws {MailError} `bad-letter`
 */
export function composeLetter({ to, subject, text }: Letter, from: Sender, date: Date): SendMailOptions {
  if (!isAddress(to)) throw new MailError("bad-letter", "A letter has no address that it can go to.");
  return {
    from,
    // As an object it is taken for one address whatever stands in it.
    to: { name: "", address: to },
    subject: subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim(),
    text,
    date,
    // Asks vacation programs to keep still. Source: RFC 3834 §5.
    headers: { "Auto-Submitted": "auto-generated" },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function isAddress(text: string): boolean {
  return text.length <= ADDRESS_MAX_LENGTH && ADDRESS.test(text);
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
