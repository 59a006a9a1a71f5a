import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { backupFolder, writeBackup } from "../../data/backup.ts";
import { openDataFile } from "../../data/data-file.ts";
import { addSubscriber } from "../../data/data-folder.case.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { anOutside, aSite, NOW, statusesOf, the } from "../a-site.case.ts";
import type { Subject } from "../subject.ts";
import { checkBackups } from "./backups.ts";
import { checkDataFile } from "./data-file.ts";
import { checkDisk } from "./disk.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A site whose data file is open, as while its gateway runs. */
async function aRunningSite(environment: Record<string, string> = {}) {
  const site = aSite(environment);
  const dir = dirOf(site);
  const data = aDataFile({ dir });
  await addSubscriber(data, "ann@example.com");
  const path = join(dir, "porchlight.db");
  const backUp = (hoursAgo: number) =>
    writeBackup({ path, dir, kind: "daily", now: new Date(NOW.getTime() - hoursAgo * HOUR_MS) }).path;
  return { site, dir, path, data, backUp };
}

function dirOf({ places }: Subject): string {
  return places?.dataDir ?? "";
}

describe("the data file", () => {
  it("is good on a running site, and the site can write to it during the check", async () => {
    const { site, data } = await aRunningSite();
    const findings = await checkDataFile(site, anOutside());
    expect(statusesOf(findings)).toEqual({ "data-file": "good", "data-writable": "good", "data-rights": "good" });
    await addSubscriber(data, "ben@example.com");
    expect(data.healthy()).toBe(true);
  });

  it("is worth a look when it holds a list that the site no longer uses, because it uses one at Supabase", async () => {
    const supabase = { SUPABASE_URL: "https://abc.supabase.co", SUPABASE_ANON_KEY: "sb_publishable_abc" };
    const { site } = await aRunningSite(supabase);
    expect(the("data-list", await checkDataFile(site, anOutside()))).toMatchObject({
      status: "look",
      found: "It holds one address, but the site uses the list at Supabase.",
      next: expect.stringContaining("npm run move -- --to supabase"),
    });
    const empty = aSite(supabase);
    openDataFile({ dir: dirOf(empty) }).close();
    expect(statusesOf(await checkDataFile(empty, anOutside()))).not.toHaveProperty("data-list");
  });

  it("is worth a look when it does not exist yet", async () => {
    expect(statusesOf(await checkDataFile(aSite(), anOutside()))).toEqual({ "data-file": "look" });
  });

  it("is bad when it is not Porchlight's or is damaged", async () => {
    const foreign = aSite();
    new DatabaseSync(join(dirOf(foreign), "porchlight.db")).exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    expect(the("data-file", await checkDataFile(foreign, anOutside()))).toMatchObject({
      status: "bad",
      found: "It is not a data file of Porchlight.",
    });

    const site = aSite();
    const path = join(dirOf(site), "porchlight.db");
    openDataFile({ dir: dirOf(site) }).close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096, bytes.length);
    writeFileSync(path, bytes);
    expect(the("data-file", await checkDataFile(site, anOutside()))).toMatchObject({
      status: "bad",
      found: "It is damaged.",
    });
  });

  it("is unknown when this user may not read it, and backups and disk are not checked", async () => {
    const { site, dir } = await aRunningSite();
    const outside = anOutside({ canReadFolder: (path) => path !== dir });
    expect(statusesOf(await checkDataFile(site, outside))).toEqual({ "data-file": "unknown" });
    expect([...(await checkBackups(site, outside)), ...checkDisk(site, outside)]).toEqual([]);
  });

  it("is bad when its version is newer, and worth a look when it is older", async () => {
    const outside = (version: number) => {
      const { inspections } = anOutside();
      return anOutside({
        inspections: { ...inspections, dataFile: async () => ({ ok: true, version, subscribers: 0 }) },
      });
    };
    const { site } = await aRunningSite();
    expect(the("data-file", await checkDataFile(site, outside(9_999))).status).toBe("bad");
    expect(the("data-file", await checkDataFile(site, outside(1))).status).toBe("look");
  });

  it("is bad when the site cannot write to it", async () => {
    const { site } = await aRunningSite();
    expect(the("data-writable", await checkDataFile(site, anOutside({ canWrite: () => false }))).status).toBe("bad");
  });

  it("is bad when every user may read it, and worth a look when every user may read its folder", async () => {
    const { site, dir, path } = await aRunningSite();
    chmodSync(dir, 0o755);
    expect(the("data-rights", await checkDataFile(site, anOutside())).status).toBe("look");
    chmodSync(path, 0o644);
    expect(the("data-rights", await checkDataFile(site, anOutside()))).toMatchObject({
      status: "bad",
      next: `Run: chmod 700 ${dir}`,
    });
  });
});

describe("backups", () => {
  it("are good when today's backup opens; whether there is a copy elsewhere is unknown", async () => {
    const { site, backUp } = await aRunningSite();
    backUp(40);
    backUp(3);
    const findings = await checkBackups(site, anOutside());
    expect(statusesOf(findings)).toEqual({
      "backups-age": "good",
      "backups-open": "good",
      "backups-elsewhere": "unknown",
    });
    expect(the("backups-age", findings).found).toBe("It is 3 hours old.");
    backUp(0.5);
    expect(the("backups-age", await checkBackups(site, anOutside())).found).toBe("It is less than an hour old.");
  });

  it("are worth a look when they are late, and bad after three days", async () => {
    const { site, backUp } = await aRunningSite();
    backUp(30 * 24);
    expect(the("backups-age", await checkBackups(site, anOutside()))).toMatchObject({
      status: "bad",
      found: "It is 30 days old.",
    });
    backUp(30);
    expect(the("backups-age", await checkBackups(site, anOutside())).status).toBe("look");
    // This backup was made while the clock was a day ahead.
    backUp(-24);
    expect(the("backups-age", await checkBackups(site, anOutside())).status).toBe("look");
  });

  it("are bad when there are none, but only worth a look on the first day", async () => {
    const { site } = await aRunningSite();
    expect(the("backups-age", await checkBackups(site, anOutside({ clock: () => new Date() }))).status).toBe("look");
    const later = () => new Date(Date.now() + 48 * HOUR_MS);
    expect(the("backups-age", await checkBackups(site, anOutside({ clock: later }))).status).toBe("bad");
  });

  it("are bad when they are damaged, and another file in the folder does not count as a backup", async () => {
    const { site, dir, backUp } = await aRunningSite();
    const path = backUp(3);
    writeFileSync(join(backupFolder(dir), "zebra.db"), "mine");
    expect(the("backups-open", await checkBackups(site, anOutside())).status).toBe("good");
    writeFileSync(path, "no backup");
    expect(the("backups-open", await checkBackups(site, anOutside())).status).toBe("bad");
  });

  it("are not checked before there is a data file", async () => {
    expect(await checkBackups(aSite(), anOutside())).toEqual([]);
  });
});

describe("the disk", () => {
  const withFree = (freeBytes: number, site = aSite()) => checkDisk(site, anOutside({ freeBytes: () => freeBytes }))[0];

  it("is good, worth a look or bad by its free space", () => {
    expect(withFree(80e9)).toMatchObject({ status: "good" });
    expect(withFree(80e9)?.found).toBe("80 GB are free; the data file has 0 MB, its backups 0 MB.");
    expect(withFree(300e6)?.status).toBe("look");
    expect(withFree(50e6)?.status).toBe("bad");
  });

  it("has to have room for several copies of the data", () => {
    const site = aSite();
    const path = join(dirOf(site), "porchlight.db");
    writeFileSync(path, "");
    // A sparse file has a size but uses no space on the disk.
    truncateSync(path, 1e9);
    mkdirSync(backupFolder(dirOf(site)));
    writeFileSync(join(backupFolder(dirOf(site)), "a.db"), Buffer.alloc(2_000_000));
    expect(withFree(80e9, site)?.found).toBe("80 GB are free; the data file has 1 GB, its backups 2 MB.");
    expect(withFree(3e9, site)?.status).toBe("look");
    expect(withFree(1.9e9, site)?.status).toBe("bad");
  });

  it("has to have room for later backups", () => {
    const site = aSite();
    writeFileSync(join(dirOf(site), "porchlight.db"), "");
    truncateSync(join(dirOf(site), "porchlight.db"), 1e9);
    expect(withFree(12.9e9, site)?.status).toBe("look");
    expect(withFree(13e9, site)?.status).toBe("good");
    mkdirSync(backupFolder(dirOf(site)));
    for (let day = 10; day < 21; day += 1) {
      writeFileSync(join(backupFolder(dirOf(site)), `2026-11-${day}T04-05-06.123Z-daily.db`), "");
    }
    expect(withFree(3.9e9, site)?.status).toBe("look");
    expect(withFree(4e9, site)?.status).toBe("good");
  });

  it("is measured where the data folder will be", () => {
    const site = aSite();
    rmSync(dirOf(site), { recursive: true });
    const measured: string[] = [];
    checkDisk(site, anOutside({ freeBytes: (path) => measured.push(path) }));
    expect(dirOf(site).startsWith(measured[0] ?? "nowhere")).toBe(true);
  });
});
