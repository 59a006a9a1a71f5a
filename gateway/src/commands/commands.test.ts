import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listBackups } from "../data/backup.ts";
import { openDataFile } from "../data/data-file.ts";
import { addSubscriber, aFolder, emailsIn } from "../data/data-folder.case.ts";
import { aDataFile } from "../testing/a-data-file.ts";
import { type Ended, runCommand } from "./run-command.case.ts";

/** Runs a command on a data folder, in a folder without a `.env`. */
function run(command: "backup" | "restore", dataDir: string, ...args: string[]): Promise<Ended> {
  return runCommand(command, args, { settings: { DATA_DIR: dataDir } });
}

describe("npm run backup and npm run restore", () => {
  it("work while the site runs, and print what they did", async () => {
    const dir = aFolder();
    const data = aDataFile({ dir });
    await addSubscriber(data, "ann@example.com");

    const backedUp = await run("backup", dir);
    const file = join(dir, "backups", listBackups(dir)[0] ?? "");
    expect(backedUp).toMatchObject({ code: 0, err: "" });
    expect(backedUp.out).toMatch(/^Backed up 1 subscriber \(\d[\d.]* MB\) to /);
    expect(backedUp.out.trim().endsWith(file)).toBe(true);

    await addSubscriber(data, "ben@example.com");
    await data.write((writer) => writer.run("UPDATE newsletter_subscribers SET status = 'unsubscribed' WHERE id = 1"));
    const listed = await run("restore", dir);
    expect(listed.out).toContain("Present data: 2 subscribers (1 active), 0 orders.\n");
    expect(listed.out).toMatch(
      /\n {4}\d{4}-\d\d-\d\d \d\d:\d\d UTC: 1 subscriber \(1 active\), 0 orders, \d[\d.]* MB\n$/,
    );
    expect(listed.out).toContain(file);

    const restored = await run("restore", dir, file, "--allow-fewer");
    expect(restored).toMatchObject({ code: 0, err: "" });
    const backup = listBackups(dir).find((name) => name.endsWith("-before-restore.db")) ?? "";
    expect(restored.out.split("\n")).toEqual([
      "Present data: 2 subscribers (1 active), 0 orders.",
      "The backup: 1 subscriber (1 active), 0 orders.",
      "Restored into the running site: 1 subscriber (0 active), 0 orders.",
      `The state before is stored as ${join(dir, "backups", backup)}`,
      "",
    ]);
    expect(emailsIn(data)).toEqual(["ann@example.com"]);
  });

  it("restore rejects a backup with fewer rows unless --allow-fewer is given", async () => {
    const dir = aFolder();
    const data = aDataFile({ dir });
    const file = join(aFolder(), "first-day.db");
    await run("backup", dir, file);
    for (const email of ["ann@example.com", "ben@example.com"]) await addSubscriber(data, email);

    expect(await run("restore", dir, file)).toEqual({
      code: 1,
      out: "Present data: 2 subscribers (2 active), 0 orders.\nThe backup: 0 subscribers (0 active), 0 orders.\n",
      err: `The backup holds less than the present data, so nothing was changed. To restore it anyway: npm run restore -- ${file} --allow-fewer\n`,
    });
    expect(emailsIn(data)).toHaveLength(2);
    expect(listBackups(dir)).toEqual([]);
  });

  it("restore works in an empty folder, and replaces a damaged file", async () => {
    const dir = aFolder();
    const data = openDataFile({ dir });
    await addSubscriber(data, "ann@example.com");
    data.close();
    const file = join(aFolder(), "copy.db");
    await run("backup", dir, file);

    const restored = await run("restore", aFolder(), file);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(restored.out).toBe(
      "The backup: 1 subscriber (1 active), 0 orders.\nRestored: 1 subscriber (1 active), 0 orders.\nChanges after the backup are lost: addresses that unsubscribed or were removed since then are on the list again.\n",
    );

    const damaged = aFolder();
    writeFileSync(join(damaged, "porchlight.db"), "nonsense");
    const { code, out } = await run("restore", damaged, file);
    expect(code).toBe(0);
    expect(out).toMatch(/^The present data file cannot be read\.\n/);
    expect(out).toContain("\nThe damaged file is stored as ");
  });

  it("restore prints the next order number if the orders placed since the backup are lost", async () => {
    const dir = aFolder();
    const data = aDataFile({ dir });
    await data.write((writer) => writer.run("INSERT INTO sqlite_sequence VALUES ('orders', 182)"));
    const file = join(aFolder(), "copy.db");
    await run("backup", dir, file);
    const { out } = await run("restore", aFolder(), file);
    expect(out).toContain("Orders continue from #3001; those placed since the backup are lost.\n");
  });

  it("change nothing if a line of .env cannot be read", async () => {
    const cwd = aFolder();
    writeFileSync(join(cwd, ".env"), "DATA_DIR: /srv\nPORT=no\n");
    const { code, out, err } = await runCommand("backup", [], { cwd: cwd, settings: {} });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^\.env, line 1: DATA_DIR needs = after it, not a colon\.\nPORT is "no"/);
    expect(readdirSync(cwd)).toEqual([".env"]);
  });

  it("print a clear error", async () => {
    const empty = aFolder();
    expect(await run("backup", empty)).toEqual({
      code: 1,
      out: "",
      err: `There is no data file in ${empty}. Is DATA_DIR right?\n`,
    });
    expect((await run("restore", empty)).out).toMatch(/^There are no backups in /);
    expect(await run("restore", empty, "/nowhere.db")).toEqual({
      code: 1,
      out: "",
      err: "There is no file /nowhere.db.\n",
    });
    const diary = join(empty, "diary.md");
    writeFileSync(diary, "Dear diary");
    expect(await run("restore", empty, diary)).toEqual({
      code: 1,
      out: "",
      err: `${diary} is not a backup of Porchlight. "npm run restore" lists the backups there are.\n`,
    });
    const notes = join(empty, "notes");
    mkdirSync(notes);
    const { code, err } = await run("restore", empty, notes);
    expect({ code, stack: err.includes("    at ") }).toEqual({ code: 1, stack: false });
  });

  it.each(["backup", "restore"] as const)("%s prints its help, and does nothing for unknown words", async (command) => {
    const dir = aFolder();
    const data = aDataFile({ dir });
    await addSubscriber(data, "ann@example.com");
    const cwd = aFolder();
    for (const word of ["--help", "-h", "help"]) {
      const { code, out, err } = await runCommand(command, [word], { cwd, settings: { DATA_DIR: dir } });
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toMatch(new RegExp(`^npm run ${command} `));
    }
    for (const [words, sentence] of [
      [["--nope"], 'There is no "--nope".'],
      [["a.db", "b.db"], '"b.db" is one word too many. Put a name with spaces in quotation marks.'],
    ] as const) {
      const { code, out, err } = await runCommand(command, words, { cwd, settings: { DATA_DIR: dir } });
      expect({ code, out }).toEqual({ code: 64, out: "" });
      expect(err.startsWith(`${sentence}\n\nnpm run ${command} `)).toBe(true);
    }
    expect(readdirSync(cwd)).toEqual([]);
    expect(listBackups(dir)).toEqual([]);
  });

  it("backup creates no folder where a disk should be, and never overwrites a file", async () => {
    const dir = aFolder();
    openDataFile({ dir }).close();
    const elsewhere = aFolder();
    expect(await run("backup", dir, join(elsewhere, "usb", "x.db"))).toEqual({
      code: 1,
      out: "",
      err: `There is no folder ${join(elsewhere, "usb")}. Is the disk mounted? If you want a new folder, create it first.\n`,
    });
    expect(existsSync(join(elsewhere, "usb"))).toBe(false);

    const file = join(elsewhere, "notes.db");
    writeFileSync(file, "Dear diary");
    expect(await run("backup", dir, file)).toMatchObject({
      code: 1,
      err: `${file} is there already. Name a new file.\n`,
    });
    expect(readFileSync(file, "utf8")).toBe("Dear diary");
  });
});
