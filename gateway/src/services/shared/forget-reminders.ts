import { addressHash } from "../../data/address-hash.ts";
import { listSecret } from "../../data/list-secret.ts";
import type { Writer } from "../../data/statements.ts";
import { emailLimitKey } from "../../lib/email-address.ts";

/**
 * Deletes the requests of an address's mailbox for emails about shows, in the commit in which the address is removed.
 *
 * @returns how many requests were deleted
 */
export function forgetReminders(writer: Writer, email: string): number {
  const mailbox = addressHash(listSecret(writer), emailLimitKey(email));
  return writer.run("DELETE FROM show_reminders WHERE mailbox_hash = ?", mailbox);
}
