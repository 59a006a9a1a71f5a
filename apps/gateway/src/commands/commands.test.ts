import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { listBackups } from "../data/backup.ts";
import { openDataFile } from "../data/data-file.ts";
import { addSubscriber, aFolder, emailsIn } from "../data/data-folder.case.ts";

type Ended = { code: number; out: string; err: string };

/** Runs a command as npm does, in a folder without a `.env`. */
function run(command: "backup" | "restore", dataDir: string, ...args: string[]): Promise<Ended> {
  const script = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  const options = { cwd: aFolder(), env: { PATH: process.env.PATH, DATA_DIR: dataDir } };
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
});
