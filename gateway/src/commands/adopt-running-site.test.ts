import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "../config/settings.ts";
import { openDataFile } from "../data/data-file.ts";
import { RUNNING_SITES_FOLDER, recordRunningSite } from "../data/running-sites.ts";
import { aTestFolder, startGateway } from "../testing/gateway-process.ts";
import { type Ended, runCommand } from "./run-command.case.ts";

/** Runs a command with these settings, in the folder in which sites were started. */
function run(cwd: string, command: string, settings: Record<string, string> = {}, ...args: string[]): Promise<Ended> {
  return runCommand(command, args, { settings, cwd });
}

/** A folder in which sites are started, with a data folder for each. */
function aCheckout() {
  const cwd = aTestFolder();
  const folder = (name: string) => {
    mkdirSync(join(cwd, name));
    return join(cwd, name);
  };
  const records = () =>
    existsSync(join(cwd, RUNNING_SITES_FOLDER)) ? readdirSync(join(cwd, RUNNING_SITES_FOLDER)) : [];
  return { cwd, folder, records };
}

describe("a command next to a running site whose settings are only in its start line", () => {
  it("uses the site's data folder and port, and says so; no secret is recorded", async () => {
    const { cwd, folder, records } = aCheckout();
    const dataDir = folder("mine");
    const password = "a lamp that nobody lit";
    const gateway = await startGateway({ dataDir, cwd, settings: { ADMIN_PASSWORD: password } });
    await expect.poll(records).toHaveLength(1);
    const record = join(cwd, RUNNING_SITES_FOLDER, records()[0] ?? "");
    expect(readFileSync(record, "utf8")).not.toContain(password);
    if (process.platform !== "win32") expect(statSync(record).mode & 0o077).toBe(0);

    const backedUp = await run(cwd, "backup");
    expect(backedUp.code).toBe(0);
    expect(backedUp.err).toContain(`Using what the running site (${gateway.url}) was started with:`);
    expect(backedUp.err).toContain(`DATA_DIR=${dataDir}`);
    expect(backedUp.err).toContain("also started with ADMIN_PASSWORD");
    expect(backedUp.out).toContain(` to ${join(dataDir, "backups")}`);
    expect(existsSync(join(cwd, "data"))).toBe(false);

    const doctor = await run(cwd, "doctor", {}, "--json");
    expect(doctor.err).toContain(`PORT=${new URL(gateway.url).port}`);
    expect(JSON.parse(doctor.out).groups.map(({ id }: { id: string }) => id)).toContain("data");

    expect(await gateway.end("SIGTERM")).toBe(0);
    expect(records()).toEqual([]);
  });

  it("does not guess between two sites, and uses the site that is named", async () => {
    const { cwd, folder, records } = aCheckout();
    const [one, two] = [folder("one"), folder("two")];
    const first = await startGateway({ dataDir: one, cwd });
    const second = await startGateway({ dataDir: two, cwd });
    await expect.poll(records).toHaveLength(2);
    const refused = await run(cwd, "backup");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`DATA_DIR=${one}  (runs at ${first.url})`);
    expect(refused.err).toContain(`DATA_DIR=${two}  (runs at ${second.url})`);
    expect((await run(cwd, "doctor")).code).toBe(2);

    const named = await run(cwd, "backup", { DATA_DIR: "two" });
    expect(named.err).toContain(`PORT=${new URL(second.url).port}`);
    expect(named.out).toContain(` to ${join(two, "backups")}`);
  });

  it("ignores the record of a killed site, and the next start deletes it", async () => {
    const { cwd, folder, records } = aCheckout();
    const killed = await startGateway({ dataDir: folder("killed"), cwd });
    await expect.poll(records).toHaveLength(1);
    await killed.end("SIGKILL");
    const { code, err } = await run(cwd, "backup");
    expect(code).toBe(1);
    expect(err).toBe(`There is no data file in ${join(cwd, "data")}. Is DATA_DIR right?\n`);
    await startGateway({ dataDir: folder("next"), cwd });
    await expect.poll(records).toHaveLength(1);
  });

  it("does not guess between the running site's data and other data in this folder", async () => {
    const { cwd, folder, records } = aCheckout();
    openDataFile({ dir: folder("data") }).close();
    const dataDir = folder("mine");
    await startGateway({ dataDir, cwd });
    await expect.poll(records).toHaveLength(1);
    const refused = await run(cwd, "restore");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`DATA_DIR=${join(cwd, "data")}  (does not run)`);
    writeFileSync(join(cwd, ".env"), `DATA_DIR=${dataDir}\n`);
    expect((await run(cwd, "restore")).out).toContain("Present data: 0 subscribers");
  });
});

it("a record is ignored if its process id now belongs to another program", async () => {
  const { cwd, folder } = aCheckout();
  const dataDir = folder("mine");
  const result = readSettings({ DATA_DIR: dataDir });
  if (!result.ok) throw new Error("settings that cannot be used");
  // The process of this test runs, but it has not locked a data folder.
  recordRunningSite(cwd, result.settings, { DATA_DIR: dataDir });
  const { err } = await run(cwd, "backup");
  expect(err).toContain(join(cwd, "data"));
});
