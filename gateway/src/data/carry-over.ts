import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createAddressHash } from "./address-hash.ts";
import { readListSecret } from "./list-secret.ts";
import { createStatements, type Reader } from "./statements.ts";

/** An order number that one buyer has seen is never given to another order. Source: sqlite.org, "SQLite Autoincrement". */
const RAISE_NUMBERS = `
  UPDATE main.sqlite_sequence SET seq = max(sqlite_sequence.seq, given.seq)
  FROM present.sqlite_sequence AS given WHERE given.name = sqlite_sequence.name`;

/** A table has no number before its first row. */
const TAKE_NUMBERS = `
  INSERT INTO main.sqlite_sequence SELECT name, seq FROM present.sqlite_sequence
  WHERE name IN (SELECT name FROM main.sqlite_schema WHERE type = 'table')
    AND name NOT IN (SELECT name FROM main.sqlite_sequence)`;

/** At least so many numbers are left out where nobody knows which were given: more orders than a small shop gets in a day. */
const NUMBERS_LEFT_OUT_MIN = 1_000;

const LAST_ORDER = "SELECT seq FROM main.sqlite_sequence WHERE name = 'orders' AND seq > 0";
const RAISE_ORDERS = "UPDATE main.sqlite_sequence SET seq = max(seq, ?) WHERE name = 'orders'";

/** Without a secret of either, as before the first start, nothing speaks against it. */
const IS_OF_THE_SAME_SITE =
  "SELECT (SELECT secret FROM main.list_secret) IS (SELECT secret FROM present.list_secret) AS isSame";

/** The secret of a list goes with its backup. One from before there was a secret gets the present one. */
const TAKE_SECRET = "INSERT INTO list_secret SELECT * FROM present.list_secret WHERE true ON CONFLICT DO NOTHING";

/** Hashes made with another secret are those of another site's list, and match no address here. */
const TAKE_SUPPRESSED = `
  INSERT INTO suppressed_addresses SELECT * FROM present.suppressed_addresses
  WHERE (SELECT secret FROM list_secret) = (SELECT secret FROM present.list_secret)
  ON CONFLICT DO NOTHING`;

/** The mailboxes of those that left or were removed since the backup. Source of the hashes as above. */
const TAKE_DEPARTED = `
  INSERT INTO departed_addresses SELECT address_hash, mailbox_hash FROM present.departed_addresses
  WHERE (SELECT secret FROM list_secret) = (SELECT secret FROM present.list_secret)
  ON CONFLICT DO NOTHING`;

/** What happened since the backup. Source of the hashes as above. */
const TAKE_HISTORY = `
  INSERT INTO subscriber_history (address_hash, at, event, form, is_confirmed)
  SELECT address_hash, at, event, form, is_confirmed FROM present.subscriber_history AS given
  WHERE (SELECT secret FROM list_secret) = (SELECT secret FROM present.list_secret)
    AND NOT EXISTS (
      SELECT 1 FROM main.subscriber_history AS here
      WHERE here.address_hash = given.address_hash AND here.at = given.at AND here.event = given.event
    )
  ORDER BY given.id`;

/**
 * The settings say the owner's address, which a running site has followed. A person who reads the mailbox of a former one must
 * not get in. Somebody else's account at that address, should the backup have one, is not taken over.
 */
const KEEP_OWNERS_ADDRESS = `
  UPDATE main.users SET email = given.email
  FROM (SELECT email FROM present.users WHERE role = 'admin' ORDER BY created_at LIMIT 1) AS given
  WHERE id = (SELECT id FROM main.users WHERE role = 'admin' ORDER BY created_at LIMIT 1)
    AND given.email NOT IN (SELECT email FROM main.users)`;

const LEAVE_WHO_LEFT = `
  UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed'
  WHERE status = 'active'
    AND email IN (SELECT email FROM present.${SUBSCRIBERS_TABLE} WHERE status = 'unsubscribed')`;

const REMOVE_SUPPRESSED = `
  DELETE FROM ${SUBSCRIBERS_TABLE} WHERE address_hash(email) IN (SELECT address_hash FROM suppressed_addresses)`;

/**
 * Keeps a restore from undoing what fans asked for and were told since: the links in their emails go on working, who
 * left stays away, an address that was removed does not come back, and no order's number is given a second time. Nor
 * does the owner's former address come back.
 *
 * @param staged the contents that are to be restored, up to date; changed here
 * @param present a copy of the contents whose place they take; those of before the list had a secret have only numbers
 * @returns how many rows of the backup were taken out again, and whether the present contents are of the same site and so
 *   know what came after the backup
 */
export function carryOver(staged: string, present: string): { removed: number; isSameSite: boolean } {
  const connection = new DatabaseSync(staged);
  try {
    // Who is taken out must not stay as bytes of a page either.
    connection.exec("PRAGMA secure_delete = ON");
    const statements = createStatements(connection);
    statements.run("ATTACH ? AS present", present);
    connection.exec("BEGIN IMMEDIATE");
    for (const sql of [RAISE_NUMBERS, TAKE_NUMBERS]) statements.run(sql);
    if (!isInPresent(statements, "list_secret")) {
      connection.exec("COMMIT");
      return { removed: 0, isSameSite: false };
    }
    for (const sql of [TAKE_SECRET, TAKE_SUPPRESSED, LEAVE_WHO_LEFT, KEEP_OWNERS_ADDRESS]) statements.run(sql);
    if (isInPresent(statements, "departed_addresses")) statements.run(TAKE_DEPARTED);
    if (isInPresent(statements, "subscriber_history")) statements.run(TAKE_HISTORY);
    const removed = removeSuppressed(connection);
    const isSameSite = statements.get<{ isSame: number }>(IS_OF_THE_SAME_SITE)?.isSame === 1;
    connection.exec("COMMIT");
    return { removed, isSameSite };
  } finally {
    connection.close();
  }
}

/**
 * The last order's id that is left out where what came after a backup is lost: a full thousand, and far enough for the
 * orders that were placed since.
 *
 * @param staged the contents that are to be restored, as the backup has them
 * @returns undefined where no order was placed before the backup was made
 */
export function lastIdLeftOut(staged: string): number | undefined {
  const connection = new DatabaseSync(staged, { readOnly: true });
  try {
    const last = createStatements(connection).get<{ seq: number }>(LAST_ORDER)?.seq;
    return last === undefined ? undefined : Math.ceil((last + NUMBERS_LEFT_OUT_MIN) / 1_000) * 1_000;
  } finally {
    connection.close();
  }
}

/** Lets orders go on after this id. */
export function leaveOutIds(staged: string, last: number): void {
  const connection = new DatabaseSync(staged);
  try {
    createStatements(connection).run(RAISE_ORDERS, last);
  } finally {
    connection.close();
  }
}

/** Whether the present contents, which may be of an earlier version, have a table. */
function isInPresent(reader: Reader, table: string): boolean {
  return reader.get("SELECT 1 FROM present.sqlite_schema WHERE type = 'table' AND name = ?", table) !== undefined;
}

function removeSuppressed(connection: DatabaseSync): number {
  const statements = createStatements(connection);
  const secret = readListSecret(statements);
  // Hashing a whole list takes seconds, and most sites never removed anybody.
  const isAnySuppressed = statements.get("SELECT 1 FROM suppressed_addresses LIMIT 1") !== undefined;
  if (secret === undefined || !isAnySuppressed) return 0;
  const hashOf = createAddressHash(secret);
  connection.function("address_hash", { deterministic: true }, (email) => hashOf(String(email)));
  return statements.run(REMOVE_SUPPRESSED);
}
