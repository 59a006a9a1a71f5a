import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { isMailboxAway } from "../services/database/builtin/departures.ts";
import { addressHash } from "./address-hash.ts";
import { migrate, readMigrations } from "./migrations.ts";
import { createStatements } from "./statements.ts";

const SECRET = "A".repeat(43);
const ADD =
  "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, ?, 'website-footer', '2026-03-01T00:00:00.000000Z')";

/** A data file from before mailboxes were compared. */
function aFile() {
  const connection = new DatabaseSync(":memory:");
  onTestFinished(() => connection.close());
  const all = readMigrations();
  migrate(
    connection,
    all.filter(({ version }) => version < 23),
  );
  return { statements: createStatements(connection), upgrade: () => migrate(connection, all) };
}

it("an upgrade stores the mailboxes of unsubscribed addresses, and of removed addresses that have no tag", () => {
  const { statements, upgrade } = aFile();
  statements.run("INSERT INTO list_secret VALUES (1, ?)", SECRET);
  statements.run(ADD, "v.ictim+x@gmail.com", "unsubscribed");
  statements.run(ADD, "ann@example.com", "active");
  for (const email of ["ben@example.com", "cleo+x@example.com"]) {
    statements.run("INSERT INTO suppressed_addresses VALUES (?, '2026-03-01')", addressHash(SECRET, email));
  }
  statements.run(
    "INSERT INTO return_requests VALUES (?, '2026-03-01T00:00:00.000000Z', 'website-footer', NULL)",
    addressHash(SECRET, "v.ictim+x@gmail.com"),
  );
  upgrade();
  const isAway = (email: string) => isMailboxAway(statements, email);
  expect(["victim@gmail.com", "ben+y@example.com"].map(isAway)).toEqual([true, true]);
  // Ann is active. Cleo's address is only stored as a hash with its tag, which does not show the mailbox.
  expect(["ann+y@example.com", "cleo@example.com"].map(isAway)).toEqual([false, false]);
  expect(statements.get("SELECT mailbox_hash FROM return_requests")).toEqual({
    mailbox_hash: addressHash(SECRET, "victim@gmail.com"),
  });
});

it("an upgrade creates the list's secret if somebody has unsubscribed", () => {
  const { statements, upgrade } = aFile();
  statements.run(ADD, "victim@gmail.com", "unsubscribed");
  upgrade();
  expect(isMailboxAway(statements, "vic.tim@gmail.com")).toBe(true);
});
