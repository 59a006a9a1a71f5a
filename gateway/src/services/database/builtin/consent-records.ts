import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { addressHash } from "../../../data/address-hash.ts";
import { readListSecret } from "../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import type { ConsentRecord } from "../../shared/consent-record.ts";
import { COLUMNS } from "./columns.ts";
import { hashesOf, mailboxHash } from "./departures.ts";

/** Addresses read at once. */
const PAGE_ROWS = 500;

const ROW = `SELECT ${COLUMNS.map(({ name }) => name).join(", ")} FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;
const PAGE = `SELECT id, email FROM ${SUBSCRIBERS_TABLE} WHERE id > ? ORDER BY id LIMIT ${PAGE_ROWS}`;
const HISTORY = `
  SELECT event, form, asked_at AS askedAt, at, is_confirmed AS isConfirmed, page, wording FROM subscriber_history
  WHERE address_hash IN (?, ?) ORDER BY id`;

/** An address on the list. */
export function findSubscriber(reader: Reader, email: string): Subscriber | undefined {
  return reader.get<Subscriber>(ROW, email);
}

/**
 * What an address agreed to and when it unsubscribed or was removed, the earliest first. The address need not be on the
 * list any more.
 */
export function readConsent(reader: Reader, email: string): ConsentRecord[] {
  const secret = readListSecret(reader);
  if (secret === undefined) return [];
  return reader
    .all<Omit<ConsentRecord, "isConfirmed" | "email"> & { isConfirmed: number }>(HISTORY, ...hashesOf(secret, email))
    .map((row) => ({ email, ...row, isConfirmed: row.isConfirmed === 1 }));
}

/** The same for each address that is on the list, active or unsubscribed, in pages. */
export function* walkConsent(reader: Reader): Generator<ConsentRecord[]> {
  for (let after = 0; ; ) {
    const rows = reader.all<{ id: number; email: string }>(PAGE, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows.flatMap(({ email }) => readConsent(reader, email));
  }
}

/**
 * Deletes the records about an address that is not on the list. Only a hash stays, so that no import adds it again.
 *
 * @returns how many entries were deleted; undefined if the address is on the list
 */
export function forgetConsent(writer: Writer, email: string): number | undefined {
  if (findSubscriber(writer, email) !== undefined) return undefined;
  const secret = readListSecret(writer);
  if (secret === undefined) return 0;
  writer.run("DELETE FROM return_requests WHERE address_hash = ?", addressHash(secret, email));
  writer.run("DELETE FROM recent_sign_ups WHERE address_hash = ?", addressHash(secret, email));
  writer.run("DELETE FROM welcome_emails WHERE mailbox_hash = ?", mailboxHash(secret, email));
  return writer.run("DELETE FROM subscriber_history WHERE address_hash IN (?, ?)", ...hashesOf(secret, email));
}
