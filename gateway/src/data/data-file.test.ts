import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { aDataFile } from "../testing/a-data-file.ts";
import { listBackups } from "./backup.ts";
import { type DataFile, type OpenOptions, openDataFile } from "./data-file.ts";
import {
  addSubscriber,
  aFolder,
  aLogAlone,
  aSmallDisk,
  aWritingProcess,
  canMount,
  commitsInLog,
  emailsIn,
  fillDisk,
} from "./data-folder.case.ts";
import { BATCH_MAX } from "./group-commit.ts";
import { readMigrations } from "./migrations.ts";
import { restoreBackup } from "./restore.ts";

function open(options: OpenOptions): DataFile {
  return aDataFile(options);
}

const at = (i: number) => `fan${i}@example.com`;

describe("the data file", () => {
  it("is created at the first start, can be read only by its owner, and stores rows", async () => {
    const dir = join(aFolder(), "new", "folder");
    const data = openDataFile({ dir });
    await addSubscriber(data, "ann@example.com");
    data.close();
    expect(statSync(join(dir, "porchlight.db")).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(emailsIn(open({ dir }))).toEqual(["ann@example.com"]);
  });

  it("holds no byte of a deleted subscriber", async () => {
    const dir = aFolder();
    const data = openDataFile({ dir });
    for (const email of ["ann@example.com", "forget-me@example.com", "ben@example.com"])
      await addSubscriber(data, email);
    await data.write((writer) =>
      writer.run("DELETE FROM newsletter_subscribers WHERE email = 'forget-me@example.com'"),
    );
    data.close();
    expect(readFileSync(join(dir, "porchlight.db")).includes("forget-me")).toBe(false);
  });

  it("is a single complete file after it is closed", async () => {
    const dir = aFolder();
    const data = openDataFile({ dir });
    const written = addSubscriber(data, "ann@example.com");
    data.close();
    await written;
    expect(readdirSync(dir).sort()).toEqual(["porchlight.db", "porchlight.lock"]);
    await expect(addSubscriber(data, "late@example.com")).rejects.toMatchObject({ reason: "closed" });
  });

  it.each(["deleted with its folder", "moved away", "replaced by another one"])(
    "accepts no change after it was %s while the site runs, and everything stored is in a backup",
    async (what) => {
      const dir = join(aFolder(), "data");
      const logged: string[] = [];
      const log = { info: () => {}, error: (_: object, message: string) => void logged.push(message) };
      let now = 0;
      const data = openDataFile({ dir, log, clock: () => new Date(now) });
      await addSubscriber(data, "ann@example.com");
      if (what === "deleted with its folder") rmSync(dir, { recursive: true });
      else renameSync(data.path, `${data.path}.away`);
      if (what === "replaced by another one") writeFileSync(data.path, "another file");
      now += 1_000;

      expect(data.healthy()).toBe(false);
      for (const email of ["ben@example.com", "cal@example.com"]) {
        await expect(addSubscriber(data, email)).rejects.toMatchObject({ name: "DataFileError", reason: "missing" });
      }
      expect(emailsIn(data)).toEqual(["ann@example.com"]);
      if (what === "deleted with its folder") {
        // The deletion continued after the backup was made.
        rmSync(dir, { recursive: true });
        logged.length = 0;
        await expect(addSubscriber(data, "dan@example.com")).rejects.toMatchObject({ reason: "missing" });
      }
      const [backup = "", ...more] = listBackups(dir);
      expect([backup, ...more]).toEqual(["1970-01-01T00-00-01.000Z-rescued.db"]);
      const stored = join(dir, "backups", backup);
      expect(statSync(stored).mode & 0o777).toBe(0o600);
      expect(logged).toEqual([expect.stringContaining(`Everything that was stored is in ${stored}`)]);
      data.close();

      rmSync(data.path, { force: true });
      await restoreBackup({ dir, file: stored, now: new Date() });
      expect(emailsIn(open({ dir }))).toEqual(["ann@example.com"]);
    },
  );

  it("accepts changes again once it is back in its place", async () => {
    const dir = aFolder();
    const data = open({ dir });
    await addSubscriber(data, "ann@example.com");
    renameSync(data.path, `${data.path}.away`);
    await expect(addSubscriber(data, "ben@example.com")).rejects.toMatchObject({ reason: "missing" });
    renameSync(`${data.path}.away`, data.path);
    await addSubscriber(data, "ben@example.com");
    expect(emailsIn(data)).toEqual(["ann@example.com", "ben@example.com"]);
  });

  it("is opened without the files of an interrupted restore, which hold the whole list", () => {
    const dir = aFolder();
    openDataFile({ dir }).close();
    for (const ending of ["", "-journal"]) writeFileSync(join(dir, `porchlight.db.restoring-${2 ** 30}${ending}`), "");
    open({ dir });
    expect(readdirSync(dir).filter((name) => name.includes("restoring"))).toEqual([]);
  });

  it("if it is new, sets aside the write-ahead log of a missing file and does not read it", async () => {
    const { dir, log } = await aLogAlone();
    const data = open({ dir, clock: () => new Date("2026-03-01T12:00:00Z") });
    expect(emailsIn(data)).toEqual([]);
    expect(data.read.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
    expect(readFileSync(join(dir, "backups", "2026-03-01T12-00-00.000Z-damaged-wal"))).toEqual(log);
  });
});

describe("writing", () => {
  it("lets changes that arrive together share a commit, and resolves each after the commit", async () => {
    const data = open({ dir: aFolder(), now: () => 0 });
    const before = commitsInLog(data);
    const other = new DatabaseSync(data.path, { readOnly: true });
    onTestFinished(() => other.close());
    const seenByOthers = () => Number(other.prepare("SELECT count(*) AS n FROM newsletter_subscribers").get()?.n);

    const seen = await Promise.all(Array.from({ length: 40 }, (_, i) => addSubscriber(data, at(i)).then(seenByOthers)));
    expect(seen).toEqual(Array.from({ length: 40 }, () => 40));
    expect(commitsInLog(data) - before).toBe(1);
  });

  it("splits a long queue into several commits", async () => {
    const data = open({ dir: aFolder(), now: () => 0 });
    const before = commitsInLog(data);
    await Promise.all(Array.from({ length: BATCH_MAX * 2 + 1 }, (_, i) => addSubscriber(data, at(i))));
    expect(commitsInLog(data) - before).toBe(3);
    expect(emailsIn(data)).toEqual(Array.from({ length: BATCH_MAX * 2 + 1 }, (_, i) => at(i)));
  });

  it("splits slow changes into several commits, each with at least one change", async () => {
    let milliseconds = 0;
    const data = open({ dir: aFolder(), now: () => milliseconds });
    const before = commitsInLog(data);
    const slow = (number: number) =>
      data.write((writer) => {
        milliseconds += 30;
        writer.run("UPDATE sqlite_sequence SET seq = seq + ?", number);
      });
    await Promise.all(Array.from({ length: 4 }, (_, number) => slow(number + 1)));
    expect(commitsInLog(data) - before).toBe(4);
  });

  it("rolls back a failed change completely, and no other change", async () => {
    const data = open({ dir: aFolder() });
    const outcomes = await Promise.allSettled([
      addSubscriber(data, "ann@example.com"),
      data.write((writer) => {
        writer.run("DELETE FROM newsletter_subscribers");
        throw new Error("changed my mind");
      }),
      addSubscriber(data, "ann@example.com"),
      addSubscriber(data, "ben@example.com"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { message: "changed my mind" } });
    expect(emailsIn(data)).toEqual(["ann@example.com", "ben@example.com"]);
  });

  it("resolves with the value that the change returns", async () => {
    const data = open({ dir: aFolder() });
    await addSubscriber(data, "ann@example.com");
    const change = data.write((writer) => ({
      before: writer.get<{ n: number }>("SELECT count(*) AS n FROM newsletter_subscribers"),
      removed: writer.run("DELETE FROM newsletter_subscribers WHERE email = ?", "ann@example.com"),
    }));
    expect(await change).toEqual({ before: { n: 1 }, removed: 1 });
  });

  it("loses no acknowledged row when the process is killed", { timeout: 60_000 }, async () => {
    const dir = aFolder();
    const acknowledged: string[] = [];
    for (let kills = 0; kills < 20; kills += 1) {
      const writing = await aWritingProcess(dir);
      await writing.nextAcknowledged(1 + ((kills * 37) % 200));
      await writing.kill();
      acknowledged.push(...writing.acknowledged);
    }
    const data = open({ dir });
    const there = new Set(emailsIn(data));
    expect(acknowledged.filter((email) => !there.has(email))).toEqual([]);
    expect(data.read.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
  });
});

describe("migrations", () => {
  it("make older orders searchable without accents", async () => {
    const dir = aFolder();
    const old = openDataFile({ dir, migrations: readMigrations().filter(({ version }) => version <= 10) });
    await old.write((writer) =>
      writer.run(
        `INSERT INTO orders (status_key, checkout_token, placed_at, contents, search_text, payment_status, updated_at)
         VALUES ('key', 'token', '2026-03-01', '{}', '#1001 zoë ångström', 'pending', '2026-03-01')`,
      ),
    );
    old.close();
    expect(open({ dir }).read.get("SELECT search_text FROM orders")).toEqual({ search_text: "#1001 zoe angstrom" });
  });

  it("do not lose the emails that are due, and never reuse their ids", async () => {
    const dir = aFolder();
    const old = openDataFile({ dir, migrations: readMigrations().filter(({ version }) => version <= 16) });
    await old.write((writer) => {
      writer.run(
        `INSERT INTO orders (id, status_key, checkout_token, placed_at, contents, search_text, payment_status, updated_at)
         VALUES (7, 'key', 'token', '2026-03-01', '{}', '#1007', 'pending', '2026-03-01')`,
      );
      writer.run("INSERT INTO letters_due VALUES (4, 7, 'placed', '2026-03-01'), (5, 7, 'other-sum', '2026-03-02')");
    });
    old.close();
    const data = open({ dir });
    expect(data.read.all("SELECT * FROM letters_due ORDER BY id")).toEqual([
      { id: 4, order_id: 7, type: "placed", at: "2026-03-01", to_owner: 1 },
      { id: 5, order_id: 7, type: "other-sum", at: "2026-03-02", to_owner: 1 },
    ]);
    const next = await data.write((writer) => {
      writer.run("DELETE FROM letters_due");
      const given = "INSERT INTO letters_due (order_id, type, at) VALUES (7, 'paid', '2026-03-03') RETURNING id";
      return writer.get(given);
    });
    expect(next).toEqual({ id: 6 });
  });

  it("run once; a second start changes nothing", () => {
    const dir = aFolder();
    openDataFile({ dir }).close();
    const file = join(dir, "porchlight.db");
    const schema = () => {
      const data = openDataFile({ dir });
      const rows = data.read.all("SELECT type, name, sql FROM sqlite_schema ORDER BY name");
      data.close();
      return rows;
    };
    const before = { schema: schema(), bytes: readFileSync(file).subarray(100) };
    expect({ schema: schema(), bytes: readFileSync(file).subarray(100) }).toEqual(before);
    expect(listBackups(dir)).toEqual([]);
  });

  it("back up an older file, then run only the missing ones", async () => {
    const dir = aFolder();
    const [first, ...later] = readMigrations();
    if (first === undefined) throw new Error("there are no migrations");
    const old = openDataFile({ dir, migrations: [first] });
    await addSubscriber(old, "ann@example.com");
    old.close();

    const data = open({ dir, clock: () => new Date("2026-03-01T12:00:00Z") });
    expect(emailsIn(data)).toEqual(["ann@example.com"]);
    expect(data.read.get("PRAGMA user_version")).toEqual({ user_version: 1 + later.length });
    expect(listBackups(dir)).toEqual(["2026-03-01T12-00-00.000Z-before-migration.db"]);
  });

  it("do not change the file when one of them fails", async () => {
    const dir = aFolder();
    const known = readMigrations();
    const next = { version: known.length + 1, name: "next", sql: "CREATE TABLE extra (id INTEGER) STRICT" };
    const broken = { version: known.length + 2, name: "broken", sql: "CREATE TABLE" };
    const data = openDataFile({ dir });
    await addSubscriber(data, "ann@example.com");
    data.close();
    expect(() => openDataFile({ dir, migrations: [...known, next, broken] })).toThrow("incomplete input");
    const again = open({ dir });
    expect(emailsIn(again)).toEqual(["ann@example.com"]);
    expect(again.read.get("SELECT name FROM sqlite_schema WHERE name = 'extra'")).toBeUndefined();
  });
});

describe("a file that this program cannot open", () => {
  const unusable: [what: string, make: (path: string) => void, reason: string][] = [
    [
      "newer than the program",
      (path) => aDatabase(path, "PRAGMA application_id = 0x504f5243; PRAGMA user_version = 999"),
      "newer",
    ],
    ["of another program", (path) => aDatabase(path, "CREATE TABLE notes (text)"), "foreign"],
    ["no database at all", (path) => writeFileSync(path, "Dear diary, ".repeat(20)), "foreign"],
    ["empty", (path) => writeFileSync(path, ""), "foreign"],
  ];

  function aDatabase(path: string, sql: string): void {
    const connection = new DatabaseSync(path);
    connection.exec(sql);
    connection.close();
  }

  it.each(unusable)("is rejected and does not change: %s", (_what, make, reason) => {
    const dir = aFolder();
    const path = join(dir, "porchlight.db");
    make(path);
    const before = { bytes: readFileSync(path), changed: statSync(path).mtimeMs };
    expect(() => openDataFile({ dir })).toThrow(expect.objectContaining({ name: "DataFileError", reason }));
    expect({ bytes: readFileSync(path), changed: statSync(path).mtimeMs }).toEqual(before);
    expect(readdirSync(dir).sort()).toEqual(["porchlight.db", "porchlight.lock"]);
  });

  it("is rejected if only its log shows that it is newer", () => {
    const dir = aFolder();
    const path = join(dir, "porchlight.db");
    openDataFile({ dir }).close();
    const newer = new DatabaseSync(path);
    newer.exec("PRAGMA journal_mode = WAL; PRAGMA user_version = 999");
    const before = [readFileSync(path), readFileSync(`${path}-wal`)];
    expect(() => openDataFile({ dir })).toThrow(expect.objectContaining({ reason: "newer" }));
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before);
    newer.close();
  });
});

describe("the lock on the folder", () => {
  it("prevents others from opening the data file, even in the same process", () => {
    const dir = aFolder();
    open({ dir });
    expect(() => openDataFile({ dir })).toThrow(expect.objectContaining({ reason: "locked" }));
  });

  it("names the process that holds it, and is gone when that process ends", async () => {
    const dir = aFolder();
    const writing = await aWritingProcess(dir);
    expect(() => openDataFile({ dir })).toThrow(`Another Porchlight (process ${writing.pid}) already uses ${dir}.`);
    await writing.kill();
    expect(emailsIn(open({ dir }))).toEqual(expect.arrayContaining(writing.acknowledged));
  });
});

describe.skipIf(!canMount())("a disk", () => {
  it("rejects changes while it is full, and accepts them again once there is space", async () => {
    const { dir } = aSmallDisk(4);
    let now = 0;
    const data = open({ dir, clock: () => new Date(now) });
    await addSubscriber(data, "ann@example.com");
    const makeRoom = fillDisk(dir);

    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, (_, i) => addSubscriber(data, at(i))));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "DataFileError", reason: "full" } });
    }
    expect(emailsIn(data)).toEqual(["ann@example.com"]);
    now += 1_000;
    expect(data.healthy()).toBe(false);

    makeRoom();
    now = 59_999;
    expect(data.healthy()).toBe(false);
    // The clock was set back, but the earlier result must not stay in the cache for a day.
    now -= 24 * 60 * 60 * 1_000;
    expect(data.healthy()).toBe(true);
    now = 60_000;
    expect(data.healthy()).toBe(true);
    await addSubscriber(data, "ben@example.com");
    expect(emailsIn(data)).toEqual(["ann@example.com", "ben@example.com"]);
    expect(data.read.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
  });

  it.each(["new", "existing"])("stops a start with a %s file if it is full, with a clear message", (file) => {
    const { dir } = aSmallDisk(2);
    if (file === "existing") openDataFile({ dir }).close();
    const makeRoom = fillDisk(dir);
    expect(() => openDataFile({ dir })).toThrow(expect.objectContaining({ reason: "full" }));
    expect(() => openDataFile({ dir })).toThrow(`The disk that holds ${dir} is full.`);
    makeRoom();
    expect(open({ dir }).healthy()).toBe(true);
  });

  it.each(["new", "existing"])("stops a start with a %s file if it is read-only, with a clear message", (file) => {
    const { dir, makeReadOnly } = aSmallDisk(2);
    if (file === "existing") openDataFile({ dir }).close();
    makeReadOnly();
    expect(() => openDataFile({ dir })).toThrow(expect.objectContaining({ reason: "read-only" }));
    expect(() => openDataFile({ dir })).toThrow(`Porchlight is not allowed to write in ${dir}.`);
    expect(existsSync(join(dir, "porchlight.db"))).toBe(file === "existing");
  });
});
