import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Recurring } from "../lib/repeat.ts";
import { backupFolder, listBackups } from "./backup.ts";
import { type DataFile, openDataFile } from "./data-file.ts";
import { addSubscriber, aFolder } from "./data-folder.case.ts";
import { type ScheduleOptions, scheduleBackups } from "./schedule-backups.ts";

const HOUR_MS = 60 * 60 * 1000;
const START = Date.parse("2026-03-01T12:00:00Z");

function schedule(data: Pick<DataFile, "path" | "dir">, options: ScheduleOptions): Recurring {
  const backups = scheduleBackups(data, { every: () => () => undefined, ...options });
  onTestFinished(() => backups.stop());
  return backups;
}

function aDataFile(): DataFile {
  const data = openDataFile({ dir: aFolder() });
  onTestFinished(() => data.close());
  return data;
}

describe("daily backups", () => {
  it("run at the start, then once a day", async () => {
    const data = aDataFile();
    await addSubscriber(data, "ann@example.com");
    let now = START;
    const backups = schedule(data, { clock: () => new Date(now) });
    await backups.check();
    now += 23 * HOUR_MS;
    await backups.check();
    expect(listBackups(data.dir)).toEqual(["2026-03-01T12-00-00.000Z-daily.db"]);
    now += HOUR_MS;
    await backups.check();
    expect(listBackups(data.dir)).toHaveLength(2);
  });

  it("do not run again after a restart of the site", async () => {
    const data = aDataFile();
    await schedule(data, { clock: () => new Date(START) }).check();
    await schedule(data, { clock: () => new Date(START + HOUR_MS) }).check();
    expect(listBackups(data.dir)).toHaveLength(1);
  });

  it("run once a day after a clock that was ahead was corrected", async () => {
    const data = aDataFile();
    let now = START + 30 * 24 * HOUR_MS;
    const backups = schedule(data, { clock: () => new Date(now), retention: { days: 1, weeks: 0 } });
    await backups.check();
    now = START;
    await backups.check();
    await backups.check();
    expect(listBackups(data.dir)).toEqual(["2026-03-01T12-00-00.000Z-daily.db", "2026-03-31T12-00-00.000Z-daily.db"]);
  });

  it("are checked for every hour, until the checks are stopped", async () => {
    const data = aDataFile();
    let now = START;
    const hourly: (() => void)[] = [];
    let ended = false;
    const backups = schedule(data, {
      clock: () => new Date(now),
      every: (ms, run) => {
        expect(ms).toBe(HOUR_MS);
        hourly.push(run);
        return () => {
          ended = true;
        };
      },
    });
    await backups.check();
    now += 24 * HOUR_MS;
    for (const run of hourly) run();
    await backups.stop();
    expect(ended).toBe(true);
    expect(listBackups(data.dir)).toHaveLength(2);
  });

  it("delete outdated backups", async () => {
    const data = aDataFile();
    let now = START;
    const backups = schedule(data, { clock: () => new Date(now), retention: { days: 2, weeks: 0 } });
    for (let day = 0; day < 4; day += 1) {
      await backups.check();
      now += 24 * HOUR_MS;
    }
    expect(listBackups(data.dir)).toEqual(["2026-03-03T12-00-00.000Z-daily.db", "2026-03-04T12-00-00.000Z-daily.db"]);
  });

  it("are logged if they fail", async () => {
    const data = aDataFile();
    // There is a file where the folder should be.
    writeFileSync(backupFolder(data.dir), "");
    const errors: string[] = [];
    const log = { info: () => undefined, error: (_fields: object, message: string) => void errors.push(message) };
    await schedule(data, { clock: () => new Date(START), log }).check();
    expect(errors).toEqual([expect.stringContaining("the daily backup failed")]);
  });

  it("delete the file of an interrupted backup", async () => {
    const data = aDataFile();
    mkdirSync(backupFolder(data.dir));
    writeFileSync(join(backupFolder(data.dir), `2026-02-01T12-00-00.000Z-daily.db.partial-${2 ** 30}`), "");
    await schedule(data, { clock: () => new Date(START) }).check();
    expect(listBackups(data.dir)).toEqual(["2026-03-01T12-00-00.000Z-daily.db"]);
  });
});
