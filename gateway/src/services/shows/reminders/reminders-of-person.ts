import { addressHash } from "../../../data/address-hash.ts";
import { readListSecret } from "../../../data/list-secret.ts";
import type { Reader } from "../../../data/statements.ts";
import { emailLimitKey } from "../../../lib/email-address.ts";

/** The requests of an address for emails about shows. */
export function readReminders(reader: Reader, email: string): object[] {
  const secret = readListSecret(reader);
  if (secret === undefined) return [];
  return reader.all(
    `SELECT show_id AS show, town, requested_at AS requestedAt, confirmed_at AS confirmedAt, over_at AS deletedAfter
     FROM show_reminders WHERE mailbox_hash = ? AND email = ? ORDER BY requested_at`,
    addressHash(secret, emailLimitKey(email)),
    email,
  );
}
