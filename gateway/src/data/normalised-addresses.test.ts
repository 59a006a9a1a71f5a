import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { migrate, readMigrations } from "./migrations.ts";

/** A data file from before addresses were normalised, after the upgrade. */
function upgraded(fill: string): DatabaseSync {
  const connection = new DatabaseSync(":memory:");
  onTestFinished(() => connection.close());
  const all = readMigrations();
  migrate(
    connection,
    all.filter(({ version }) => version < 18),
  );
  connection.exec(`PRAGMA foreign_keys = OFF; ${fill}`);
  migrate(connection, all);
  return connection;
}

const INSERT =
  "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) SELECT value, 'active', 'website-footer', '2026-03-01T00:00:00.000000Z' FROM json_each";

it("an upgrade normalises the list, except an address whose normalised form is already on it", () => {
  const emails = ["ann@example.com", "ben@müller.de", "cleo@example.com.", "eve@ｇmail.com", "eve@gmail.com", "no@a b"];
  const connection = upgraded(`${INSERT}('${JSON.stringify(emails)}')`);
  const rows = connection.prepare("SELECT email FROM newsletter_subscribers ORDER BY id").all();
  expect(rows.map(({ email }) => email)).toEqual([
    "ann@example.com",
    "ben@xn--mller-kva.de",
    "cleo@example.com",
    "eve@ｇmail.com",
    "eve@gmail.com",
    "no@a b",
  ]);
});

it("an upgrade stores discount uses by mailbox, so that another spelling cannot use a code again", () => {
  const connection = upgraded(
    "INSERT INTO discount_uses (code, email, order_id) VALUES ('SUMMER', 'ann.lee+x@gmail.com', 1), ('SUMMER', 'odd', 2)",
  );
  const rows = connection.prepare("SELECT email FROM discount_uses ORDER BY order_id").all();
  expect(rows.map(({ email }) => email)).toEqual(["annlee@gmail.com", "odd"]);
});
