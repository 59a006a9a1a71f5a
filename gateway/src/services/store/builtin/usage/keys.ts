import { mailboxKey, normaliseEmail } from "../../../../lib/email-address.ts";

/** A discount code as it is compared and stored. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase();
}

/** The mailbox behind an address, by which a code is used once per customer; stored beside the codes it has used. */
export function emailKey(email: string): string {
  const normalised = normaliseEmail(email);
  return normalised === undefined ? email.trim().toLowerCase() : mailboxKey(normalised);
}
