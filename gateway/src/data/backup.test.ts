import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { backupFolder, copyContents, listBackups, removeUnfinished, writeBackup } from "./backup.ts";
import { type DataFile, openDataFile } from "./data-file.ts";
import { addSubscriber, aFolder, aLogAlone, aWritingProcess, emailsIn } from "./data-folder.case.ts";
import { APPLICATION_ID } from "./inspect.ts";
import { readMigrations } from "./migrations.ts";
import { restoreBackup } from "./restore.ts";

const now = new Date("2026-03-01T12:00:00Z");

async function aDataFile(...emails: string[]): Promise<DataFile> {
  const data = openDataFile({ dir: aFolder() });
  onTestFinished(() => data.close());
  for (const email of emails) await addSubscriber(data, email);
  return data;
}

/** The addresses in a backup. Reads them by restoring the backup into a new folder. */
async function emailsInBackup(file: string): Promise<string[]> {
  const dir = aFolder();
  await restoreBackup({ dir, file, now });
  const data = openDataFile({ dir });
  const emails = emailsIn(data);
  data.close();
  return emails;
}

describe("a restored backup", () => {
  it("holds no session, refresh token or login code", async () => {
    const { path, dir, write } = await aDataFile("ann@example.com");
    await write((writer) => {
      writer.run("INSERT INTO users VALUES ('u', 'owner@localhost', 'x', 'admin', '{}', 't', 't', NULL)");
      writer.run("INSERT INTO sessions VALUES ('s', 'u', 'aal1', '[]', 't', 't', '', '')");
      writer.run("INSERT INTO refresh_tokens (session_id, token_hash, created_at) VALUES ('s', 'h', 't')");
      writer.run(
        "INSERT INTO letter_codes (user_id, token_hash, code_hash, guesses_left, expires_at) VALUES ('u', 'h', 'c', 5, 't')",
      );
    });
    const { path: file } = writeBackup({ path, dir, kind: "manual", now });
    const restored = aFolder();
    await restoreBackup({ dir: restored, file, now });
    const data = openDataFile({ dir: restored });
    onTestFinished(() => data.close());
    const rowsOf = (table: string) => data.read.all(`SELECT * FROM ${table}`).length;
    expect(["sessions", "refresh_tokens", "letter_codes"].map(rowsOf)).toEqual([0, 0, 0]);
    expect(["users", "newsletter_subscribers"].map(rowsOf)).toEqual([1, 1]);
  });
});

describe("a backup", () => {
  it("holds the stored rows, has the time in its name, and only its owner can read it", async () => {
    const { path, dir } = await aDataFile("ann@example.com", "ben@example.com");
    const backup = writeBackup({ path, dir, kind: "manual", now });
    expect(backup).toEqual({
      path: join(dir, "backups", "2026-03-01T12-00-00.000Z-manual.db"),
      bytes: statSync(backup.path).size,
      subscribers: 2,
    });
    expect(statSync(backup.path).mode & 0o777).toBe(0o600);
    expect(statSync(backupFolder(dir)).mode & 0o777).toBe(0o700);
    expect(await emailsInBackup(backup.path)).toEqual(["ann@example.com", "ben@example.com"]);
  });

  it("can be read only by its owner while it is being written", () => {
    const dir = aFolder();
    const [file, copy] = [join(dir, "damaged.db"), join(dir, "copy.db")];
    const connection = new DatabaseSync(file);
    connection.exec("CREATE TABLE fans (email); INSERT INTO fans SELECT hex(randomblob(200000))");
    connection.close();
    // The copy fails halfway and leaves the unfinished file.
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 8192));
    expect(() => copyContents(file, copy)).toThrow("malformed");
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  });

  it("holds no secret that would let its reader sign in to the running site", async () => {
    const { path, dir, write } = await aDataFile("ann@example.com");
    const [secret, sessionId] = ["secret-half-of-a-key", "session-of-the-owner"];
    await write((writer) => {
      writer.run("INSERT INTO users VALUES ('u', 'owner@localhost', 'x', 'admin', '{}', 't', 't', NULL)");
      writer.run("INSERT INTO sessions VALUES (?, 'u', 'aal1', '[]', 't', 't', '', '')", sessionId);
      const jwk = JSON.stringify({ kty: "EC", x: "public-half", d: secret });
      writer.run("INSERT INTO signing_keys (kid, private_jwk, created_at) VALUES ('k', ?, 't')", jwk);
    });
    const bytes = readFileSync(writeBackup({ path, dir, kind: "manual", now }).path);
    expect([secret, sessionId].filter((text) => bytes.includes(text))).toEqual([]);
    expect(bytes.includes("public-half")).toBe(true);
  });

  it("never overwrites another backup", async () => {
    const { path, dir } = await aDataFile();
    const taken = [1, 2, 3].map(() => writeBackup({ path, dir, kind: "manual", now }).path);
    expect(new Set(taken).size).toBe(3);
    expect(() => writeBackup({ path, dir, kind: "manual", now, to: taken[0] ?? "" })).toThrow("is there already");
  });

  it("can be written to a file that the caller chooses", async () => {
    const { path, dir } = await aDataFile("ann@example.com");
    const to = join(aFolder(), "porchlight.db");
    expect(writeBackup({ path, dir, kind: "manual", now, to }).path).toBe(to);
    expect(listBackups(dir)).toEqual([]);
    expect(await emailsInBackup(to)).toEqual(["ann@example.com"]);
  });

  it("holds no bytes of deleted rows", async () => {
    const data = await aDataFile("forget-me@example.com", "ann@example.com");
    await data.write((writer) => writer.run("DELETE FROM newsletter_subscribers WHERE email LIKE 'forget%'"));
    const { path } = writeBackup({ path: data.path, dir: data.dir, kind: "manual", now });
    expect(readFileSync(path).includes("forget-me")).toBe(false);
  });

  it("fails for a damaged file and leaves no file behind", async () => {
    const dir = aFolder();
    const data = openDataFile({ dir });
    for (let i = 0; i < 500; i += 1) await addSubscriber(data, `fan${i}@example.com`);
    data.close();
    const path = join(dir, "porchlight.db");
    writeFileSync(path, damaged(readFileSync(path)));
    for (const to of [undefined, join(aFolder(), "copy.db")]) {
      expect(() => writeBackup({ path, dir, kind: "manual", now, ...(to !== undefined && { to }) })).toThrow(
        expect.objectContaining({
          reason: "corrupt",
          message: expect.stringContaining(`The data file in ${dir} is damaged.`),
        }),
      );
    }
    expect(readdirSync(backupFolder(dir))).toEqual([]);
  });

  it.each([
    ["of another program", "CREATE TABLE notes (text)", "is not a Porchlight data file."],
    ["without its tables", `PRAGMA application_id = ${APPLICATION_ID}; CREATE TABLE t (a)`, "is damaged"],
  ])("fails for a file %s, and the error names that file", (_what, sql, sentence) => {
    const dir = aFolder();
    const path = join(dir, "porchlight.db");
    const connection = new DatabaseSync(path);
    connection.exec(sql);
    connection.close();
    expect(() => writeBackup({ path, dir, kind: "manual", now })).toThrow(`${path} ${sentence}`);
  });

  it("is deleted if it was interrupted, unless another process is writing it", async () => {
    const { dir } = await aDataFile();
    mkdirSync(backupFolder(dir));
    const [ended, ours, others] = [`a.db.partial-${2 ** 30}`, `b.db.partial-${process.pid}`, "c.db.partial-1"];
    for (const name of [ended, ours, others]) writeFileSync(join(backupFolder(dir), name), "");
    removeUnfinished(dir);
    expect(readdirSync(backupFolder(dir))).toEqual([others]);
    expect(listBackups(dir)).toEqual([]);
  });

  it("deletes the files of an interrupted restore, as the next restore does", async () => {
    const { path, dir } = await aDataFile();
    const others = "porchlight.db.restoring-1";
    const interrupt = () => {
      for (const pid of [2 ** 30, process.pid]) {
        for (const ending of ["", "-journal"]) writeFileSync(`${path}.restoring-${pid}${ending}`, "");
      }
      writeFileSync(join(dir, others), "");
    };
    const left = () => readdirSync(dir).filter((name) => name.includes("restoring"));
    interrupt();
    removeUnfinished(dir);
    expect(left()).toEqual([others]);

    interrupt();
    await restoreBackup({ dir, file: writeBackup({ path, dir, kind: "manual", now }).path, now });
    expect(left()).toEqual([others]);
  });

  it("holds exactly the list at one moment, even if the site is storing sign-ups", async () => {
    const dir = aFolder();
    const writing = await aWritingProcess(dir);
    for (let round = 0; round < 5; round += 1) {
      const before = [...writing.acknowledged];
      const { path, subscribers } = writeBackup({ path: join(dir, "porchlight.db"), dir, kind: "manual", now });
      const there = await emailsInBackup(path);
      expect(there).toHaveLength(subscribers);
      expect(there).toEqual(expect.arrayContaining(before));
      await writing.nextAcknowledged(20);
    }
    await writing.kill();
  });
});

describe("a restore", () => {
  it("replaces the present contents and backs them up first", async () => {
    const dir = aFolder();
    const data = openDataFile({ dir });
    await addSubscriber(data, "ann@example.com");
    const { path } = writeBackup({ path: data.path, dir, kind: "manual", now });
    await addSubscriber(data, "ben@example.com");
    data.close();

    const restored = await restoreBackup({ dir, file: path, now });
    expect(restored).toMatchObject({ subscribers: 1, running: false, before: { damaged: false } });
    const again = openDataFile({ dir });
    expect(emailsIn(again)).toEqual(["ann@example.com"]);
    again.close();
    expect(await emailsInBackup(restored.before?.path ?? "")).toEqual(["ann@example.com", "ben@example.com"]);
    expect(readdirSync(dir).sort()).toEqual(["backups", "porchlight.db", "porchlight.lock"]);
  });

  it("works on a running site and loses no row, because it first backs up the rows that it replaces", async () => {
    const dir = aFolder();
    const writing = await aWritingProcess(dir);
    const { path, subscribers } = writeBackup({ path: join(dir, "porchlight.db"), dir, kind: "manual", now });
    const backedUp = await emailsInBackup(path);
    await writing.nextAcknowledged(100);

    const restored = await restoreBackup({ dir, file: path, now });
    expect(restored).toMatchObject({ running: true, subscribers });
    const reader = new DatabaseSync(join(dir, "porchlight.db"), { readOnly: true });
    onTestFinished(() => reader.close());
    const find = reader.prepare("SELECT id FROM newsletter_subscribers WHERE email = ?");
    const isStored = (email: string) => find.get(email) !== undefined;
    // The first lines may still be from before the restore.
    do await writing.nextAcknowledged(50);
    while (!isStored(writing.acknowledged.at(-1) ?? ""));
    await writing.kill();

    // In the order of storing: rows in the backup, rows that the restore removed, rows stored since.
    const trace = writing.acknowledged.map((email) => (isStored(email) ? "1" : "0")).join("");
    expect(trace).toMatch(/^1+0+1+$/);
    const data = openDataFile({ dir });
    onTestFinished(() => data.close());
    expect(emailsIn(data).slice(0, backedUp.length)).toEqual(backedUp);
    expect(data.read.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
    const somewhere = new Set([...emailsIn(data), ...(await emailsInBackup(restored.before?.path ?? ""))]);
    expect(writing.acknowledged.filter((email) => !somewhere.has(email))).toEqual([]);
    expect(listBackups(dir)).toHaveLength(2);
  });

  it("works in an empty folder", async () => {
    const { path, dir } = await aDataFile("ann@example.com");
    const backup = writeBackup({ path, dir, kind: "manual", now });
    expect(await emailsInBackup(backup.path)).toEqual(["ann@example.com"]);
  });

  it("works a second time before the site is started, for example because the first backup was the wrong one", async () => {
    const { path, dir } = await aDataFile("ann@example.com");
    const { path: file } = writeBackup({ path, dir, kind: "manual", now });
    const restored = aFolder();
    await restoreBackup({ dir: restored, file, now });
    expect(await restoreBackup({ dir: restored, file, now })).toMatchObject({
      subscribers: 1,
      before: { damaged: false },
    });
    expect(readdirSync(restored).sort()).toEqual(["backups", "porchlight.db", "porchlight.lock"]);
  });

  it("sets aside the write-ahead log of a missing data file, and does not read it", async () => {
    const { path, dir } = await aDataFile("ann@example.com");
    const { path: file } = writeBackup({ path, dir, kind: "manual", now });
    const { dir: other, log } = await aLogAlone();
    const { before } = await restoreBackup({ dir: other, file, now });
    expect(readFileSync(before?.path ?? "")).toEqual(log);
    const data = openDataFile({ dir: other });
    onTestFinished(() => data.close());
    expect(emailsIn(data)).toEqual(["ann@example.com"]);
    expect(data.read.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
  });

  it("replaces a damaged file and stores a copy of it", async () => {
    const { path, dir } = await aDataFile("ann@example.com");
    const { path: file } = writeBackup({ path, dir, kind: "manual", now });
    const other = aFolder();
    writeFileSync(join(other, "porchlight.db"), "nonsense");
    const { before } = await restoreBackup({ dir: other, file, now });
    expect(before?.damaged).toBe(true);
    expect(readFileSync(before?.path ?? "", "utf8")).toBe("nonsense");
    const data = openDataFile({ dir: other });
    expect(emailsIn(data)).toEqual(["ann@example.com"]);
    data.close();
  });

  it("migrates the contents of an older backup, but does not change the backup", async () => {
    const dir = aFolder();
    const [first] = readMigrations();
    if (first === undefined) throw new Error("there are no migrations");
    const old = openDataFile({ dir, migrations: [first] });
    await addSubscriber(old, "ann@example.com");
    const { path: file } = writeBackup({ path: old.path, dir, kind: "manual", now });
    old.close();
    const bytes = readFileSync(file);
    const other = aFolder();
    expect(await restoreBackup({ dir: other, file, now })).toMatchObject({ migratedFrom: 1 });
    const data = openDataFile({ dir: other });
    expect(emailsIn(data)).toEqual(["ann@example.com"]);
    data.close();
    expect(readFileSync(file)).toEqual(bytes);
  });

  it.each([
    ["missing", () => undefined, "missing"],
    ["not a backup", () => Buffer.from("Dear diary"), "foreign"],
    ["newer than the program", (bytes: Buffer) => withVersion(bytes, 999), "newer"],
    ["cut short", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), "corrupt"],
    ["damaged", (bytes: Buffer) => damaged(bytes), "corrupt"],
  ])("changes nothing when the file is %s", async (_what, make, reason) => {
    const data = await aDataFile(...Array.from({ length: 100 }, (_, i) => `fan${i}@example.com`));
    const { path } = writeBackup({ path: data.path, dir: data.dir, kind: "manual", now });
    const file = join(aFolder(), "file.db");
    const bytes = make(readFileSync(path));
    if (bytes !== undefined) writeFileSync(file, bytes);

    await expect(restoreBackup({ dir: data.dir, file, now })).rejects.toMatchObject({ name: "DataFileError", reason });
    expect(emailsIn(data)).toHaveLength(100);
    expect(listBackups(data.dir)).toHaveLength(1);
    expect(readdirSync(data.dir).filter((name) => name.includes("restoring"))).toEqual([]);
  });
});

/** Overwrites pages in the middle, where tables and indexes are. */
function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xa5, 4096, bytes.length - 4096);
  return copy;
}

function withVersion(bytes: Buffer, version: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(version, 60);
  return copy;
}
