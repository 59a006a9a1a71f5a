import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outdatedBackups } from "./backup-rotation.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const retention = { days: 7, weeks: 4 };
const LATER = new Date(4e12);

const nameAt = (time: number, kind = "daily") => `${new Date(time).toISOString().replaceAll(":", "-")}-${kind}.db`;
const dailyFor = (days: number) =>
  Array.from({ length: days }, (_, day) => nameAt(Date.parse("2026-01-01T03:00:00Z") + day * DAY_MS));

describe("the rotation of daily backups", () => {
  it("retains one backup for each of seven days and four weeks", () => {
    const names = dailyFor(60);
    const removed = outdatedBackups(names, retention, LATER);
    const remaining = names.filter((name) => !removed.includes(name)).map((name) => name.slice(0, 10));
    expect(remaining).toEqual([
      // Weeks are counted from 1970, so they end on Wednesdays.
      "2026-02-11",
      "2026-02-18",
      "2026-02-23",
      "2026-02-24",
      "2026-02-25",
      "2026-02-26",
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
  });

  it("retains the newest backup of a day", () => {
    const [early, late] = ["2026-01-01T03:00:00Z", "2026-01-01T21:00:00Z"].map((time) => nameAt(Date.parse(time)));
    expect(outdatedBackups([early ?? "", late ?? ""], retention, LATER)).toEqual([early]);
  });

  it("retains backups with a future time but does not count them", () => {
    const names = dailyFor(20);
    const now = new Date("2026-01-10T12:00:00Z");
    const remaining = names.filter((name) => !outdatedBackups(names, { days: 2, weeks: 0 }, now).includes(name));
    expect(remaining).toEqual(names.slice(8));
  });

  it("never deletes a file that is not a daily backup", () => {
    const names = ["notes.txt", nameAt(0, "manual"), nameAt(0, "before-restore"), nameAt(0, "before-migration")];
    expect(outdatedBackups([...names, ...dailyFor(30)], { days: 1, weeks: 0 }, LATER)).not.toEqual(
      expect.arrayContaining([expect.not.stringContaining("-daily.db")]),
    );
  });

  it("never retains too many backups, and never deletes the newest", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: LATER.getTime() }), { minLength: 1 }), (times) => {
        const removed = new Set(
          outdatedBackups(
            times.map((time) => nameAt(time)),
            retention,
            LATER,
          ),
        );
        expect(times.length - removed.size).toBeLessThanOrEqual(retention.days + retention.weeks);
        expect(removed.has(nameAt(Math.max(...times)))).toBe(false);
      }),
      tries(),
    );
  });
});
