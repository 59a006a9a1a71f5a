import { addressHash } from "../../data/address-hash.ts";
import { listSecret } from "../../data/list-secret.ts";
import type { Writer } from "../../data/statements.ts";
import { emailLimitKey } from "../../lib/email-address.ts";

/**
 * Deletes what the mailbox of an address asked to be told about shows, in the commit in which the address is removed.
 *
 * @returns how many requests that were
 */
export function forgetReminders(writer: Writer, email: string): number {
  const mailbox = addressHash(listSecret(writer), emailLimitKey(email));
  return writer.run("DELETE FROM show_reminders WHERE mailbox_hash = ?", mailbox);
}
