import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { addDeparture, isMailboxAway } from "../services/database/builtin/departures.ts";
import { recordHistory } from "../services/database/builtin/history.ts";
import { aDataFile } from "../testing/a-data-file.ts";
import { createAddressHash } from "./address-hash.ts";
import { writeBackup } from "./backup.ts";
import { type DataFile, openDataFile } from "./data-file.ts";
import { addSubscriber, aFolder, anUnsubscribingProcess, emailsIn } from "./data-folder.case.ts";
import { listSecret, openListSecret } from "./list-secret.ts";
import { readMigrations } from "./migrations.ts";
import { restoreBackup } from "./restore.ts";

const now = new Date("2026-03-01T12:00:00Z");

const ADD_FAN =
  "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, 'active', 'website-footer', 't')";

/** A list with its secret, and a backup of it. */
async function aList(...emails: string[]) {
  const data = aDataFile();
  for (const email of emails) await addSubscriber(data, email);
  const secret = await openListSecret(data);
  const { path: backup } = writeBackup({ ...data, kind: "manual", now });
  return { data, secret, backup };
}

/** Removes an address as the owner does, and stores its hash. */
function remove(data: DataFile, email: string): Promise<unknown> {
  return data.write((writer) => {
    const hash = createAddressHash(listSecret(writer))(email);
    writer.run("INSERT INTO suppressed_addresses VALUES (?, '2026-03-01')", hash);
    return writer.run("DELETE FROM newsletter_subscribers WHERE email = ?", email);
  });
}

function unsubscribe(data: DataFile, email: string): Promise<unknown> {
  return data.write((writer) =>
    writer.run("UPDATE newsletter_subscribers SET status = 'unsubscribed' WHERE email = ?", email),
  );
}

/** @returns the order's id */
function addOrder(data: DataFile): Promise<number | undefined> {
  return data.write((writer) => {
    writer.run(
      "INSERT INTO orders (status_key, checkout_token, placed_at, contents, search_text, payment_status, updated_at) VALUES (hex(randomblob(8)), hex(randomblob(8)), 't', '{}', '', 'pending', 't')",
    );
    return writer.get<{ id: number }>("SELECT max(id) AS id FROM orders")?.id;
  });
}

function statusesIn(data: DataFile): string[] {
  return data.read
    .all<{ status: string }>("SELECT status FROM newsletter_subscribers ORDER BY id")
    .map(({ status }) => status);
}

it("consents since the backup stay on record, and nobody is welcomed twice", async () => {
  const { data, backup } = await aList("ann@example.com");
  const consent = { wording: "News of records.", page: "/about", askedAt: "2026-03-01T13:00:00.000000Z" };
  await data.write((writer) => {
    const at = "2026-03-01T13:05:00.000000Z";
    recordHistory(writer, { email: "ben@example.com", event: "joined", form: "website-footer", at, consent });
    writer.run("INSERT INTO welcome_emails VALUES ('sent', ?, NULL), ('due', ?, 'ben@example.com')", at, at);
  });
  await restoreBackup({ dir: data.dir, file: backup, now });
  expect(data.read.all("SELECT event, wording, page, asked_at FROM subscriber_history")).toEqual([
    { event: "joined", wording: consent.wording, page: consent.page, asked_at: consent.askedAt },
  ]);
  expect(data.read.all("SELECT mailbox_hash, email FROM welcome_emails ORDER BY mailbox_hash")).toEqual([
    { mailbox_hash: "due", email: null },
    { mailbox_hash: "sent", email: null },
  ]);
});

it("newsletters name only those who are on the restored list, and nobody who is removed from it later", async () => {
  const { data, backup } = await aList("ann@example.com", "ben@example.com");
  await addSubscriber(data, "cleo@example.com");
  await data.write((writer) => {
    // Ben was removed, and joined again.
    writer.run("UPDATE newsletter_subscribers SET id = 4 WHERE email = 'ben@example.com'");
    writer.run(
      "INSERT INTO newsletters (id, subject, preheader, body, created_at, changed_at, frozen, sent) VALUES (1, '', '', '', 't', 't', 3, 3)",
    );
    writer.run(
      "INSERT INTO newsletter_recipients (newsletter_id, id, domain, email, state) SELECT 1, id, 'example.com', email, 'sent' FROM newsletter_subscribers",
    );
  });
  const recipients = () => data.read.all("SELECT id, email FROM newsletter_recipients ORDER BY id");
  await restoreBackup({ dir: data.dir, file: backup, now });
  expect(recipients()).toEqual([
    { id: 1, email: "ann@example.com" },
    { id: 2, email: "ben@example.com" },
    { id: 3, email: "" },
  ]);
  await remove(data, "ben@example.com");
  await addSubscriber(data, "cleo@example.com");
  await remove(data, "cleo@example.com");
  expect(recipients()).toEqual([
    { id: 1, email: "ann@example.com" },
    { id: 2, email: "" },
    { id: 3, email: "" },
  ]);
});

it("orders that were paid, sent or cancelled since the backup get no reminder and do not end as unpaid", async () => {
  const data = aDataFile();
  const ids = [await addOrder(data), await addOrder(data), await addOrder(data), await addOrder(data)];
  const [paid, sent, cancelled, unpaid] = ids;
  await data.write((writer) => writer.run("UPDATE orders SET held_until = '2026-03-08', remind_at = '2026-03-06'"));
  await openListSecret(data);
  const { path: backup } = writeBackup({ ...data, kind: "manual", now });
  await data.write((writer) => {
    writer.run("UPDATE orders SET payment_status = 'paid' WHERE id = ?", paid ?? 0);
    writer.run("UPDATE orders SET shipment = '{}' WHERE id = ?", sent ?? 0);
    return writer.run("UPDATE orders SET payment_status = 'voided', cancelled_at = 't' WHERE id = ?", cancelled ?? 0);
  });
  await restoreBackup({ dir: data.dir, file: backup, now });
  const held = data.read.all<{ id: number }>(
    "SELECT id FROM orders WHERE held_until IS NOT NULL AND remind_at NOT NULL",
  );
  expect(held).toEqual([{ id: unpaid }]);
  expect(data.read.get("SELECT count(*) AS pending FROM orders WHERE payment_status = 'pending'")).toEqual({
    pending: 4,
  });
});

it("addresses that unsubscribed or were removed since the backup do not return", async () => {
  const { data, backup } = await aList("ann@example.com", "ben@example.com", "cleo@example.com");
  await unsubscribe(data, "ben@example.com");
  await remove(data, "cleo@example.com");
  await addSubscriber(data, "dora@example.com");
  expect(await restoreBackup({ dir: data.dir, file: backup, now })).toMatchObject({ running: true, subscribers: 2 });
  expect(emailsIn(data)).toEqual(["ann@example.com", "ben@example.com"]);
  expect(statusesIn(data)).toEqual(["active", "unsubscribed"]);
  expect(data.read.all("SELECT removed_on FROM suppressed_addresses")).toHaveLength(1);
  expect(data.read.get("SELECT sum(count) AS n FROM newsletter_subscriber_counts")).toEqual({ n: 2 });
});

it.each([
  [
    "trigger",
    `CREATE TRIGGER back AFTER UPDATE ON newsletter_subscribers WHEN new.status = 'unsubscribed' BEGIN
       UPDATE newsletter_subscribers SET status = 'active' WHERE id = new.id;
     END`,
  ],
  ["view", "CREATE VIEW fans AS SELECT * FROM newsletter_subscribers"],
  [
    "trigger with a known name",
    "DROP TRIGGER newsletter_subscribers_deleted; CREATE TRIGGER newsletter_subscribers_deleted AFTER DELETE ON newsletter_subscribers BEGIN SELECT 1; END",
  ],
])("a backup into which somebody has put a %s is not restored: it would undo each unsubscribe", async (_, sql) => {
  const { data, backup } = await aList("ann@example.com");
  const hostile = new DatabaseSync(backup);
  hostile.exec(sql);
  hostile.close();
  await unsubscribe(data, "ann@example.com");
  await expect(restoreBackup({ dir: data.dir, file: backup, now })).rejects.toMatchObject({ reason: "foreign" });
  expect(statusesIn(data)).toEqual(["unsubscribed"]);
});

it("no byte of a removed address returns with the backup", async () => {
  const emails = Array.from({ length: 600 }, (_, at) => `fan-${at}@example.com`);
  const { data, backup } = await aList(...emails);
  const removed = emails.filter((_, at) => at % 20 === 0);
  for (const email of removed) await remove(data, email);
  await restoreBackup({ dir: data.dir, file: backup, now });
  data.read.get("PRAGMA wal_checkpoint(TRUNCATE)");
  const bytes = readFileSync(data.path);
  expect(removed.filter((email) => bytes.includes(email))).toEqual([]);
});

it("other spellings of a mailbox that unsubscribed or was removed since the backup need a confirmation", async () => {
  const { data, backup } = await aList("ann+x@example.com", "ben@example.com");
  await data.write((writer) => {
    addDeparture(writer, "ann+x@example.com");
    addDeparture(writer, "ben@example.com");
  });
  await restoreBackup({ dir: data.dir, file: backup, now });
  for (const email of ["ann@example.com", "ben+x@example.com"]) expect(isMailboxAway(data.read, email)).toBe(true);
});

it("addresses that unsubscribe during the restore stay unsubscribed", async () => {
  const dir = aFolder();
  const list = openDataFile({ dir });
  await openListSecret(list);
  await list.write((writer) => {
    for (let fan = 1; fan <= 10_000; fan += 1) writer.run(ADD_FAN, `fan${fan}@example.com`);
  });
  const { path: file } = writeBackup({ ...list, kind: "manual", now });
  list.close();

  const unsubscribing = await anUnsubscribingProcess(dir);
  expect(await restoreBackup({ dir, file, now })).toMatchObject({ running: true });
  await unsubscribing.kill();
  const data = aDataFile({ dir });
  const unsubscribed = data.read.all<{ email: string }>(
    "SELECT email FROM newsletter_subscribers WHERE status = 'unsubscribed'",
  );
  const emails = new Set(unsubscribed.map(({ email }) => email));
  expect(unsubscribing.acknowledged.filter((email) => !emails.has(email))).toEqual([]);
});

it("a backup that is older than the list's secret gets the present one, and links in emails still work", async () => {
  const old = openDataFile({ dir: aFolder(), migrations: readMigrations().slice(0, 7) });
  onTestFinished(() => old.close());
  await addSubscriber(old, "ann@example.com");
  const { path: file } = writeBackup({ ...old, kind: "manual", now });
  const { data, secret } = await aList("ann@example.com");
  const before = secret();
  await restoreBackup({ dir: data.dir, file, now });
  expect(secret()).toBe(before);
});

it("a list restored from another machine brings its own secret, and takes nothing from the list that it replaces", async () => {
  const moved = await aList("ann@example.com", "ben@example.com");
  const fresh = await aList("ben@example.com");
  await remove(fresh.data, "ben@example.com");
  const own = fresh.secret();
  await restoreBackup({ dir: fresh.data.dir, file: moved.backup, now });
  expect(fresh.secret()).toBe(moved.secret());
  expect(fresh.secret()).not.toBe(own);
  expect(emailsIn(fresh.data)).toEqual(["ann@example.com", "ben@example.com"]);
  expect(fresh.data.read.all("SELECT * FROM suppressed_addresses")).toEqual([]);
});

it("a data file that is older than unsubscribe links can be replaced too", async () => {
  const { backup } = await aList("ann@example.com");
  const dir = aFolder();
  openDataFile({ dir, migrations: readMigrations().slice(0, 7) }).close();
  await restoreBackup({ dir, file: backup, now });
  const data = aDataFile({ dir });
  expect(emailsIn(data)).toEqual(["ann@example.com"]);
});

it("numbers that were used since the backup are never used again", async () => {
  const { data, backup } = await aList("ann@example.com");
  expect([await addOrder(data), await addOrder(data)]).toEqual([1, 2]);
  await addSubscriber(data, "ben@example.com");
  expect(await restoreBackup({ dir: data.dir, file: backup, now })).toMatchObject({ lostChanges: undefined });
  expect(await addOrder(data)).toBe(3);
  await addSubscriber(data, "cleo@example.com");
  expect(data.read.all("SELECT id FROM newsletter_subscribers ORDER BY id")).toEqual([{ id: 1 }, { id: 3 }]);

  // The same holds when the backup has used more numbers than the present contents.
  const fresh = await aList("dora@example.com");
  const { path: file } = writeBackup({ ...data, kind: "manual", now });
  await restoreBackup({ dir: fresh.data.dir, file, now });
  await addSubscriber(fresh.data, "eve@example.com");
  expect(fresh.data.read.get("SELECT max(id) AS id FROM newsletter_subscribers")).toEqual({ id: 4 });
});

describe("if the orders after the backup are lost, the restored shop skips their numbers", () => {
  /** A backup of a shop that had `sold` orders and got one more afterwards. */
  async function aLostShop(sold: number) {
    const { data, secret } = await aList("ann@example.com");
    await data.write((writer) => writer.run("INSERT INTO sqlite_sequence VALUES ('orders', ?)", sold - 1));
    await addOrder(data);
    const { path: file } = writeBackup({ ...data, kind: "manual", now });
    await addOrder(data);
    return { file, secret: secret() };
  }

  async function nextOrderIn(dir: string): Promise<number | undefined> {
    const data = aDataFile({ dir });
    return addOrder(data);
  }

  it.each([
    [1, 2_001],
    [182, 2_001],
    [999, 2_001],
    [1_000, 2_001],
    [1_001, 3_001],
  ])("after %i orders in a new folder", async (sold, next) => {
    const { file } = await aLostShop(sold);
    const dir = aFolder();
    const lostChanges = { lastSkippedId: next - 1 };
    expect(await restoreBackup({ dir, file, now })).toMatchObject({ lostChanges });
    expect(await nextOrderIn(dir)).toBe(next);
  });

  it("in place of a damaged file", async () => {
    const { file } = await aLostShop(182);
    const dir = aFolder();
    writeFileSync(join(dir, "porchlight.db"), "nonsense");
    await restoreBackup({ dir, file, now });
    expect(await nextOrderIn(dir)).toBe(2_001);
  });

  it("on a new machine whose site has already run, and after a second restore there", async () => {
    const { file, secret } = await aLostShop(182);
    const { data, secret: present } = await aList();
    await addOrder(data);
    expect(await restoreBackup({ dir: data.dir, file, now })).toMatchObject({ lostChanges: { lastSkippedId: 2_000 } });
    expect(present()).toBe(secret);
    expect(await addOrder(data)).toBe(2_001);
    expect(await restoreBackup({ dir: data.dir, file, now })).toMatchObject({ lostChanges: undefined });
    expect(await addOrder(data)).toBe(2_002);
  });

  it("but not in a shop without orders, which begins with number 1", async () => {
    const { backup: file } = await aList("ann@example.com");
    const dir = aFolder();
    expect(await restoreBackup({ dir, file, now })).toMatchObject({ lostChanges: { lastSkippedId: undefined } });
    expect(await nextOrderIn(dir)).toBe(1);
  });
});

it("the secret has 256 bits and is created once; reading a deleted one throws", async () => {
  const [one, other] = [await aList(), await aList()];
  expect(Buffer.from(one.secret(), "base64url")).toHaveLength(32);
  expect(await openListSecret(one.data).then((read) => read())).toBe(one.secret());
  expect(other.secret()).not.toBe(one.secret());
  await one.data.write((writer) => writer.run("DELETE FROM list_secret"));
  expect(one.secret).toThrow("gone from the data file");
});
