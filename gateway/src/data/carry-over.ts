import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createAddressHash } from "./address-hash.ts";
import { readListSecret } from "./list-secret.ts";
import { createStatements, type Reader } from "./statements.ts";

/** Makes sure that an order number never goes to two orders. Source: sqlite.org, "SQLite Autoincrement". */
const RAISE_NUMBERS = `
  UPDATE main.sqlite_sequence SET seq = max(sqlite_sequence.seq, given.seq)
  FROM present.sqlite_sequence AS given WHERE given.name = sqlite_sequence.name`;

/** The same for a table without a number: SQLite stores none before the first row. */
const COPY_NUMBERS = `
  INSERT INTO main.sqlite_sequence SELECT name, seq FROM present.sqlite_sequence
  WHERE name IN (SELECT name FROM main.sqlite_schema WHERE type = 'table')
    AND name NOT IN (SELECT name FROM main.sqlite_sequence)`;

/** Minimum number of order ids to skip when newer orders are lost: more orders than a small shop gets in a day. */
const SKIPPED_IDS_MIN = 1_000;

const LAST_ORDER = "SELECT seq FROM main.sqlite_sequence WHERE name = 'orders' AND seq > 0";
const RAISE_ORDERS = "UPDATE main.sqlite_sequence SET seq = max(seq, ?) WHERE name = 'orders'";

/** Two files without a secret, such as before the first start, count as the same site. */
const IS_OF_THE_SAME_SITE =
  "SELECT (SELECT secret FROM main.list_secret) IS (SELECT secret FROM present.list_secret) AS isSame";

/** A backup brings its list's secret. A backup that is older than the secret gets the present one. */
const COPY_SECRET = "INSERT INTO list_secret SELECT * FROM present.list_secret WHERE true ON CONFLICT DO NOTHING";

/** Only if both secrets are the same: hashes made with another secret match no address here. */
const COPY_SUPPRESSED = `
  INSERT INTO suppressed_addresses SELECT * FROM present.suppressed_addresses
  WHERE (SELECT secret FROM list_secret) = (SELECT secret FROM present.list_secret)
  ON CONFLICT DO NOTHING`;

/** The mailboxes that unsubscribed or were removed since the backup, if the secret is the same, as above. */
const COPY_DEPARTED = `
  INSERT INTO departed_addresses SELECT address_hash, mailbox_hash FROM present.departed_addresses
  WHERE (SELECT secret FROM list_secret) = (SELECT secret FROM present.list_secret)
  ON CONFLICT DO NOTHING`;

const HISTORY = "address_hash, at, event, form, is_confirmed";
const CONSENT = "asked_at, wording, page";

/** The history since the backup, if the secret is the same, as above. */
const copyHistory = (columns: string) => `
  INSERT INTO subscriber_history (${columns})
  SELECT ${columns} FROM present.subscriber_history AS given
  WHERE (SELECT secret FROM list_secret) = (SELECT secret FROM present.list_secret)
    AND NOT EXISTS (
      SELECT 1 FROM main.subscriber_history AS here
      WHERE here.address_hash = given.address_hash AND here.at = given.at AND here.event = given.event
    )
  ORDER BY given.id`;

/**
 * The running site has taken the owner's address from the settings. Somebody who reads the mail of a former address
 * must not be able to sign in. If another account in the backup has the present address, nothing changes.
 */
const SET_OWNER_EMAIL = `
  UPDATE main.users SET email = given.email
  FROM (SELECT email FROM present.users WHERE role = 'admin' ORDER BY created_at LIMIT 1) AS given
  WHERE id = (SELECT id FROM main.users WHERE role = 'admin' ORDER BY created_at LIMIT 1)
    AND given.email NOT IN (SELECT email FROM main.users)`;

/**
 * Orders that were paid, sent or cancelled since the backup are unpaid in it. Their buyers get no reminder and the
 * orders do not expire, because only the owner knows what happened to them.
 */
const END_HOLDS = `
  UPDATE main.orders SET held_until = NULL, remind_at = NULL
  WHERE payment_status = 'pending' AND EXISTS (
    SELECT 1 FROM present.orders AS given
    WHERE given.id = orders.id AND given.status_key = orders.status_key
      AND (given.payment_status <> 'pending' OR given.shipment IS NOT NULL OR given.cancelled_at IS NOT NULL)
  )`;

/** A welcome email that was due at the time of the backup may have been sent since. */
const END_WELCOMES = "UPDATE main.welcome_emails SET email = NULL WHERE email IS NOT NULL";

/** The mailboxes that were welcomed since the backup, if the secret is the same, as above. */
const COPY_WELCOMED = `
  INSERT INTO welcome_emails (mailbox_hash, at) SELECT mailbox_hash, at FROM present.welcome_emails
  WHERE (SELECT secret FROM list_secret) = (SELECT secret FROM present.list_secret)
  ON CONFLICT DO NOTHING`;

/**
 * Who asked for emails about shows, who stopped them, and what was sent: the present state, if the secret is the same.
 */
const REPLACE_REMINDERS = [
  `DELETE FROM main.show_reminders
   WHERE (SELECT secret FROM main.list_secret) = (SELECT secret FROM present.list_secret)`,
  `INSERT INTO main.show_reminders SELECT * FROM present.show_reminders
   WHERE (SELECT secret FROM main.list_secret) = (SELECT secret FROM present.list_secret)
   ON CONFLICT DO NOTHING`,
];

/**
 * Newsletters, who got them, and what bounced: the present state, so that nobody gets one twice. A newsletter that was
 * being sent waits for the owner.
 */
const NEWSLETTER_TABLES = [
  "newsletters",
  "newsletter_recipients",
  "newsletter_left_out",
  "newsletter_unsubscribes",
  "bounces",
];
const IS_SAME_SECRET = "(SELECT secret FROM main.list_secret) = (SELECT secret FROM present.list_secret)";
const REPLACE_NEWSLETTERS = [
  ...NEWSLETTER_TABLES.toReversed().map((table) => `DELETE FROM main.${table} WHERE ${IS_SAME_SECRET}`),
  ...NEWSLETTER_TABLES.map(
    (table) => `INSERT INTO main.${table} SELECT * FROM present.${table} WHERE ${IS_SAME_SECRET}`,
  ),
  "UPDATE main.newsletters SET state = 'paused', paused_because = 'restored' WHERE state IN ('scheduled', 'sending')",
];

/** The recipients who are subscribers of the present list, but not of the restored one under the same id. */
const MISMATCHED = `
  (newsletter_id, domain, id) IN (
    SELECT newsletters.id, substr(given.email, instr(given.email, '@') + 1), given.id
    FROM present.${SUBSCRIBERS_TABLE} AS given CROSS JOIN main.newsletters
    WHERE NOT EXISTS (
      SELECT 1 FROM main.${SUBSCRIBERS_TABLE} AS listed WHERE listed.id = given.id AND listed.email = given.email
    )
  ) AND token IS NULL`;

/**
 * A removal finds recipients by the id that their address has on the list. Those who joined since the backup are not on
 * the restored one, so nothing names them. Some who joined again have another id there.
 */
const MATCH_RECIPIENTS = [
  `UPDATE main.newsletter_recipients
   SET email = '', domain = CASE WHEN state IN ('waiting', 'sending') THEN domain ELSE '' END
   WHERE ${MISMATCHED} AND email NOT IN (SELECT email FROM main.${SUBSCRIBERS_TABLE})`,
  `UPDATE OR IGNORE main.newsletter_recipients
   SET id = (SELECT listed.id FROM main.${SUBSCRIBERS_TABLE} AS listed WHERE listed.email = newsletter_recipients.email)
   WHERE ${MISMATCHED} AND email IN (SELECT email FROM main.${SUBSCRIBERS_TABLE})`,
];

const UNSUBSCRIBE_AGAIN = `
  UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed'
  WHERE status = 'active'
    AND email IN (SELECT email FROM present.${SUBSCRIBERS_TABLE} WHERE status = 'unsubscribed')`;

const REMOVE_SUPPRESSED = `
  DELETE FROM ${SUBSCRIBERS_TABLE} WHERE address_hash(email) IN (SELECT address_hash FROM suppressed_addresses)`;

/**
 * Carries over from the present contents what a restore must not undo. Links in emails still work, unsubscribed
 * addresses stay unsubscribed, removed addresses stay removed, what people agreed to stays on record, nobody is welcomed twice, no order number is used twice, no buyer who paid since is
 * reminded, no reminder of a show is sent twice, and the owner keeps the present address.
 *
 * @param staged the contents to restore, already migrated; this function changes them
 * @param present a copy of the present contents. If their list has no secret yet, only the numbers are carried over
 * @returns how many rows of the backup were deleted, and whether the present contents belong to the same site: only
 *   then do they show what happened after the backup
 */
export function carryOver(staged: string, present: string): { removed: number; isSameSite: boolean } {
  const connection = new DatabaseSync(staged);
  try {
    // Deleted rows must not stay as bytes in a page.
    connection.exec("PRAGMA secure_delete = ON");
    const statements = createStatements(connection);
    statements.run("ATTACH ? AS present", present);
    connection.exec("BEGIN IMMEDIATE");
    for (const sql of [RAISE_NUMBERS, COPY_NUMBERS, END_WELCOMES]) statements.run(sql);
    if (isInPresent(statements, "orders")) statements.run(END_HOLDS);
    if (!isInPresent(statements, "list_secret")) {
      connection.exec("COMMIT");
      return { removed: 0, isSameSite: false };
    }
    for (const sql of [COPY_SECRET, COPY_SUPPRESSED, UNSUBSCRIBE_AGAIN, SET_OWNER_EMAIL]) statements.run(sql);
    if (isInPresent(statements, "departed_addresses")) statements.run(COPY_DEPARTED);
    const hasConsent = isInPresent(statements, "welcome_emails");
    if (isInPresent(statements, "subscriber_history")) {
      statements.run(copyHistory(hasConsent ? `${HISTORY}, ${CONSENT}` : HISTORY));
    }
    if (hasConsent) statements.run(COPY_WELCOMED);
    if (isInPresent(statements, "show_reminders")) for (const sql of REPLACE_REMINDERS) statements.run(sql);
    if (isInPresent(statements, "newsletters")) {
      for (const sql of [...REPLACE_NEWSLETTERS, ...MATCH_RECIPIENTS]) statements.run(sql);
    }
    const removed = removeSuppressed(connection);
    const isSameSite = statements.get<{ isSame: number }>(IS_OF_THE_SAME_SITE)?.isSame === 1;
    connection.exec("COMMIT");
    return { removed, isSameSite };
  } finally {
    connection.close();
  }
}

/**
 * Returns the last order id to skip when the orders placed since the backup are lost: a full thousand, at least
 * {@link SKIPPED_IDS_MIN} above the backup's last order.
 *
 * @param staged the contents to restore, as the backup has them
 * @returns undefined when the backup has no order
 */
export function lastSkippedId(staged: string): number | undefined {
  const connection = new DatabaseSync(staged, { readOnly: true });
  try {
    const last = createStatements(connection).get<{ seq: number }>(LAST_ORDER)?.seq;
    return last === undefined ? undefined : Math.ceil((last + SKIPPED_IDS_MIN) / 1_000) * 1_000;
  } finally {
    connection.close();
  }
}

/** Makes the next order's id higher than `last`. */
export function skipIdsUntil(staged: string, last: number): void {
  const connection = new DatabaseSync(staged);
  try {
    createStatements(connection).run(RAISE_ORDERS, last);
  } finally {
    connection.close();
  }
}

/** Whether the present contents have a table. They may have an earlier version. */
function isInPresent(reader: Reader, table: string): boolean {
  return reader.get("SELECT 1 FROM present.sqlite_schema WHERE type = 'table' AND name = ?", table) !== undefined;
}

function removeSuppressed(connection: DatabaseSync): number {
  const statements = createStatements(connection);
  const secret = readListSecret(statements);
  // Hashing a whole list takes seconds, and most sites have never removed an address.
  const isAnySuppressed = statements.get("SELECT 1 FROM suppressed_addresses LIMIT 1") !== undefined;
  if (secret === undefined || !isAnySuppressed) return 0;
  const hashOf = createAddressHash(secret);
  connection.function("address_hash", { deterministic: true }, (email) => hashOf(String(email)));
  return statements.run(REMOVE_SUPPRESSED);
}
