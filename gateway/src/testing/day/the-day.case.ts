import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { checkIntact } from "../../data/backup.ts";
import type { DayReport, FaultRow } from "../soak.ts";
import { astrayIn } from "../survival/survival.case.ts";
import { calmStretch } from "./calm.ts";
import { manyVisitors } from "./crowd.ts";
import { droppedSockets } from "./faults/dropped-sockets.ts";
import type { Fault } from "./faults/fault.ts";
import { fullDisk } from "./faults/full-disk.ts";
import { kill } from "./faults/kill.ts";
import { movedClock } from "./faults/moved-clock.ts";
import { providersOut } from "./faults/providers-out.ts";
import { slowDisk } from "./faults/slow-disk.ts";
import { anOwner } from "./owner.ts";
import { reconcile } from "./reconcile.ts";
import { type Scene, setTheScene } from "./scene.ts";

/** Faults in the order in which they happen. */
const FAULTS: readonly Fault[] = [kill, droppedSockets, slowDisk, movedClock, providersOut, fullDisk];
/** Parts of a day that a fault takes, that the morning takes, and the calm evening. */
const PARTS = { morning: 1, fault: 2, evening: 6 };
const ALL_PARTS = PARTS.morning + FAULTS.length * PARTS.fault + PARTS.evening;

/**
 * Fans and the owner use a site in which one thing after the other goes wrong; then the books are held against the
 * data file.
 *
 * @param visits in all, about
 * @param tell is told what came of it, whether or not it holds
 */
export async function aDayWithFaults(visits: number, tell: (report: DayReport) => void): Promise<void> {
  const share = (parts: number) => Math.ceil((visits * parts) / ALL_PARTS);
  const scene = await setTheScene();
  const owner = anOwner(scene);
  const crowd = manyVisitors(scene, owner, 20_261_120);
  const report: DayReport = { visits: 0, counts: [], faults: [], accounts: [], remarks: [] };
  tell(report);

  report.visits += (await crowd.visit(share(PARTS.morning))).visits;
  for (const fault of FAULTS) {
    const row: FaultRow = { name: fault.name, what: fault.what, times: 0, visits: 0, unanswered: 0, refused: 0 };
    report.faults.push(row);
    const stretch = await crowd.visit(share(PARTS.fault), fault.may, async (soFar) => {
      const outcome = await fault.happen(scene, owner, soFar);
      if (typeof outcome === "number") row.times = outcome;
      else row.leftOut = outcome.leftOut;
    });
    Object.assign(row, { visits: stretch.visits, unanswered: stretch.unanswered, refused: stretch.refused });
    report.visits += stretch.visits;
  }
  report.remarks = await calmStretch(scene, owner, crowd, share(PARTS.evening / 2));
  report.visits += share(PARTS.evening);
  report.remarks.push(
    `The owner signed in ${timesOf(owner.counts.signIns)}, and the sign-in was refreshed ${timesOf(owner.counts.refreshes)}.`,
    "What was asked for and not acknowledged was refused while the disk was full, was sold out, or stayed unanswered.",
  );

  const { accounts, astray } = reconcile(scene.books, scene.dataDir());
  report.accounts = accounts;
  report.counts = countsOf(scene, report.faults);
  report.remarks.push(`Backups: ${intactBackups(scene.dataDir())}, each whole.`);
  // The report of a failure shows nothing of what an array holds.
  expect(scene.surprises, scene.surprises.join("; ")).toEqual([]);
  expect(astray, astray.join("; ")).toEqual([]);
  expect(astrayIn(scene.dataDir())).toEqual([]);
  for (const { what, missing, twice, unaskedFor } of accounts) {
    expect({ what, missing, twice, unaskedFor }).toEqual({ what, missing: 0, twice: 0, unaskedFor: 0 });
  }
  // Once in the morning: no fault may end a sign-in.
  expect(owner.counts.signIns).toBe(1);
}

function countsOf({ books }: Scene, faults: FaultRow[]): DayReport["counts"] {
  const { wanted, orders, purchases, fans } = books;
  const sum = (which: "joined" | "left" | "removed") => [...fans.values()].reduce((all, fan) => all + fan[which], 0);
  const changes = [...purchases.values()].reduce((all, { changed }) => all + changed.length, 0);
  return [
    { what: "kinds of faults", asked: FAULTS.length, done: faults.filter(({ leftOut }) => !leftOut).length },
    { what: "sign-ups acknowledged", asked: wanted.signUps, done: sum("joined") },
    { what: "orders acknowledged", asked: wanted.orders, done: orders.length },
    { what: "fans who left", asked: wanted.leavings, done: sum("left") },
    { what: "owner's changes acknowledged", asked: wanted.changes + wanted.removals, done: changes + sum("removed") },
  ];
}

function timesOf(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** @throws {DataFileError} when a backup is damaged */
function intactBackups(dataDir: string): number {
  const folder = join(dataDir, "backups");
  const files = readdirSync(folder).filter((name) => name.endsWith(".db"));
  for (const file of files) checkIntact(join(folder, file));
  return files.length;
}
