import { mailboxOf } from "../../../mail-address.ts";

/** A discount code as it is compared and stored. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase();
}

/** A buyer as two are compared, and stored beside the codes that they have used: by their mailbox. */
export function buyerKey(email: string): string {
  return mailboxOf(email) ?? email.trim().toLowerCase();
}
