import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createAddressHash } from "./address-hash.ts";
import { createStatements } from "./statements.ts";

/** An order's number that a buyer was told is given to nobody else. Source: sqlite.org, "SQLite Autoincrement". */
const RAISE_NUMBERS = `
  UPDATE main.sqlite_sequence SET seq = max(sqlite_sequence.seq, given.seq)
  FROM present.sqlite_sequence AS given WHERE given.name = sqlite_sequence.name`;

/** A table that nothing was ever put into has no number yet. */
const TAKE_NUMBERS = `
  INSERT INTO main.sqlite_sequence SELECT name, seq FROM present.sqlite_sequence
  WHERE name IN (SELECT name FROM main.sqlite_schema WHERE type = 'table')
    AND name NOT IN (SELECT name FROM main.sqlite_sequence)`;

/** The secret of a list goes with its backup. One from before there was a secret gets the present one. */
const TAKE_SECRET = "INSERT INTO list_secret SELECT * FROM present.list_secret WHERE true ON CONFLICT DO NOTHING";

/** Hashes made with another secret are those of another site's list, and match no address here. */
const TAKE_SUPPRESSED = `
  INSERT INTO suppressed_addresses SELECT * FROM present.suppressed_addresses
  WHERE (SELECT secret FROM list_secret) = (SELECT secret FROM present.list_secret)
  ON CONFLICT DO NOTHING`;

const LEAVE_WHO_LEFT = `
  UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed'
  WHERE status = 'active'
    AND email IN (SELECT email FROM present.${SUBSCRIBERS_TABLE} WHERE status = 'unsubscribed')`;

const REMOVE_SUPPRESSED = `
  DELETE FROM ${SUBSCRIBERS_TABLE} WHERE address_hash(email) IN (SELECT address_hash FROM suppressed_addresses)`;

/**
 * Keeps a restore from undoing what fans asked for and were told since: the links in their letters go on working, who
 * left stays away, an address that was removed does not come back, and no order's number is given a second time.
 *
 * @param staged the contents that are to be restored, up to date; changed here
 * @param present a copy of the contents whose place they take; those of before the list had a secret have only numbers
 * @returns how many rows of the backup were taken out again
 */
export function carryOver(staged: string, present: string): number {
  const connection = new DatabaseSync(staged);
  try {
    // Who is taken out must not stay as bytes of a page either.
    connection.exec("PRAGMA secure_delete = ON");
    const statements = createStatements(connection);
    statements.run("ATTACH ? AS present", present);
    connection.exec("BEGIN IMMEDIATE");
    for (const sql of [RAISE_NUMBERS, TAKE_NUMBERS]) statements.run(sql);
    const isThere = "SELECT 1 FROM present.sqlite_schema WHERE type = 'table' AND name = 'list_secret'";
    if (statements.get(isThere) === undefined) {
      connection.exec("COMMIT");
      return 0;
    }
    for (const sql of [TAKE_SECRET, TAKE_SUPPRESSED, LEAVE_WHO_LEFT]) statements.run(sql);
    const removed = removeSuppressed(connection);
    connection.exec("COMMIT");
    return removed;
  } finally {
    connection.close();
  }
}

function removeSuppressed(connection: DatabaseSync): number {
  const statements = createStatements(connection);
  const secret = statements.get<{ secret: string }>("SELECT secret FROM list_secret")?.secret;
  // Hashing a whole list takes seconds, and most sites never removed anybody.
  const isAnySuppressed = statements.get("SELECT 1 FROM suppressed_addresses LIMIT 1") !== undefined;
  if (secret === undefined || !isAnySuppressed) return 0;
  const hashOf = createAddressHash(secret);
  connection.function("address_hash", { deterministic: true }, (email) => hashOf(String(email)));
  return statements.run(REMOVE_SUPPRESSED);
}
