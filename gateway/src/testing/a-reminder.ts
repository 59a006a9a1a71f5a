import { addressHash } from "../data/address-hash.ts";
import type { DataFile } from "../data/data-file.ts";
import { listSecret } from "../data/list-secret.ts";
import { emailLimitKey } from "../lib/email-address.ts";

type Data = Pick<DataFile, "read" | "write">;

/** Stores that an address is reminded of a show. */
export function addReminder(data: Data, email: string): Promise<unknown> {
  return data.write((writer) =>
    writer.run(
      `INSERT INTO show_reminders
         (key, email, mailbox_hash, show_id, requested_at, is_confirmation_due, confirmed_at, handled_until, over_at)
       VALUES (?, ?, ?, 'a-show', 't', 0, 't', 't', 'z')`,
      email,
      email,
      addressHash(listSecret(writer), emailLimitKey(email)),
    ),
  );
}

/** The addresses that are reminded of shows. */
export function remindedIn(data: Data): (string | null)[] {
  return data.read
    .all<{ email: string | null }>("SELECT email FROM show_reminders ORDER BY email")
    .map(({ email }) => email);
}
