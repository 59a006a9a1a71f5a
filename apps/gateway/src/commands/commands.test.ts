import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { listBackups } from "../data/backup.ts";
import { openDataFile } from "../data/data-file.ts";
import { addSubscriber, aFolder, emailsIn } from "../data/data-folder.case.ts";

type Ended = { code: number; out: string; err: string };
type Command = "backup" | "restore";

/** Runs a command as npm does, in a folder without a `.env`. */
function run(command: Command, dataDir: string, ...args: string[]): Promise<Ended> {
  return runIn(aFolder(), command, dataDir, ...args);
}

/** Runs a command in a folder of the test's choice. */
function runIn(cwd: string, command: Command, dataDir: string, ...args: string[]): Promise<Ended> {
  const script = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  const options = { cwd, env: { PATH: process.env.PATH, DATA_DIR: dataDir } };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
    });
  });
}

describe("npm run backup and npm run restore", () => {
  it("work while the site runs, and say what they did", async () => {
    const dir = aFolder();
    const data = openDataFile({ dir });
    onTestFinished(() => data.close());
    await addSubscriber(data, "ann@example.com");

    const backedUp = await run("backup", dir);
    const file = join(dir, "backups", listBackups(dir)[0] ?? "");
    expect(backedUp).toMatchObject({ code: 0, err: "" });
    expect(backedUp.out).toMatch(/^Backed up 1 subscriber \(\d[\d.]* MB\) to /);
    expect(backedUp.out.trim().endsWith(file)).toBe(true);

    await addSubscriber(data, "ben@example.com");
    const listed = await run("restore", dir);
    expect(listed.out).toContain(file);

    const restored = await run("restore", dir, file);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(restored.out).toMatch(/^Restored 1 subscriber into the running site\.\nThe state before is kept as /);
    expect(emailsIn(data)).toEqual(["ann@example.com"]);
  });

  it("say in a sentence what is wrong", async () => {
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
    const notes = join(empty, "notes");
    mkdirSync(notes);
    const { code, err } = await run("restore", empty, notes);
    expect({ code, stack: err.includes("    at ") }).toEqual({ code: 1, stack: false });
  });

  it.each(["backup", "restore"] as const)(
    "%s explains itself, and does nothing for words it does not know",
    async (command) => {
      const dir = aFolder();
      const data = openDataFile({ dir });
      onTestFinished(() => data.close());
      await addSubscriber(data, "ann@example.com");
      const cwd = aFolder();
      for (const word of ["--help", "-h", "help"]) {
        const { code, out, err } = await runIn(cwd, command, dir, word);
        expect({ code, err }).toEqual({ code: 0, err: "" });
        expect(out).toMatch(new RegExp(`^npm run ${command} `));
      }
      for (const [words, sentence] of [
        [["--nope"], 'There is no "--nope".'],
        [["a.db", "b.db"], '"b.db" is one word too many. A name with spaces stands in quotation marks.'],
      ] as const) {
        const { code, out, err } = await runIn(cwd, command, dir, ...words);
        expect({ code, out }).toEqual({ code: 64, out: "" });
        expect(err.startsWith(`${sentence}\n\nnpm run ${command} `)).toBe(true);
      }
      expect(readdirSync(cwd)).toEqual([]);
      expect(listBackups(dir)).toEqual([]);
    },
  );

  it("backup makes no folder where a disk should be, and writes over nothing", async () => {
    const dir = aFolder();
    openDataFile({ dir }).close();
    const elsewhere = aFolder();
    expect(await run("backup", dir, join(elsewhere, "usb", "x.db"))).toEqual({
      code: 1,
      out: "",
      err: `There is no folder ${join(elsewhere, "usb")}. Is the disk mounted? Make the folder first if it is to be a new one.\n`,
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
