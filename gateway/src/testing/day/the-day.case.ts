import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { checkIntact } from "../../data/backup.ts";
import type { DayReport, FaultRow } from "../soak.ts";
import { findInconsistencies } from "../survival/survival.case.ts";
import { runCalmPhase } from "./calm-phase.ts";
import { FAULTS } from "./faults.ts";
import { anOwner } from "./owner.ts";
import { reconcile } from "./reconcile.ts";
import { startTestSite, type TestSite } from "./test-site.ts";
import { createVisitors } from "./visitors.ts";

/** Relative lengths of the phases: the morning, each fault, and the calm evening. */
const PARTS = { morning: 1, fault: 2, evening: 6 };
const ALL_PARTS = PARTS.morning + FAULTS.length * PARTS.fault + PARTS.evening;

/**
 * Lets fans and the owner use a site while one fault after another happens. Then compares what the site acknowledged
 * with the data file.
 *
 * @param visits approximate number of visits in the whole day
 * @param onReport gets the report at the start, so that the caller has it even if an expectation fails
 */
export async function aDayWithFaults(visits: number, onReport: (report: DayReport) => void): Promise<void> {
  const share = (parts: number) => Math.ceil((visits * parts) / ALL_PARTS);
  const site = await startTestSite();
  const owner = anOwner(site);
  const visitors = createVisitors(site, owner, 20_261_120);
  const report: DayReport = { visits: 0, counts: [], faults: [], accounts: [], remarks: [] };
  onReport(report);

  report.visits += (await visitors.visit(share(PARTS.morning))).visits;
  for (const fault of FAULTS) {
    const row: FaultRow = { name: fault.name, what: fault.what, times: 0, visits: 0, unanswered: 0, rejected: 0 };
    report.faults.push(row);
    const phase = await visitors.visit(share(PARTS.fault), fault.allowed, async (untilDone) => {
      const outcome = await fault.run(site, owner, untilDone);
      if (typeof outcome === "number") row.times = outcome;
      else row.leftOut = outcome.leftOut;
    });
    Object.assign(row, { visits: phase.visits, unanswered: phase.unanswered, rejected: phase.rejected });
    report.visits += phase.visits;
  }
  report.remarks = await runCalmPhase(site, owner, visitors, share(PARTS.evening / 2));
  report.visits += share(PARTS.evening);
  report.remarks.push(
    `The owner signed in ${timesInWords(owner.counts.signIns)}, and the sign-in was refreshed ${timesInWords(owner.counts.refreshes)}.`,
    "Requests without an acknowledgment were rejected while the disk was full, met a sold-out product, or got no response.",
  );

  const { accounts, inconsistencies } = reconcile(site.records, site.dataDir());
  report.accounts = accounts;
  report.counts = listCounts(site, report.faults);
  report.remarks.push(`Backups: ${intactBackups(site.dataDir())}, all intact.`);
  // Without the second argument, a failure would not show the sentences of the array.
  expect(site.problems, site.problems.join("; ")).toEqual([]);
  expect(inconsistencies, inconsistencies.join("; ")).toEqual([]);
  expect(findInconsistencies(site.dataDir())).toEqual([]);
  for (const { what, missing, twice, unexpected } of accounts) {
    expect({ what, missing, twice, unexpected }).toEqual({ what, missing: 0, twice: 0, unexpected: 0 });
  }
  // The owner signs in once, in the morning. No fault may end this session.
  expect(owner.counts.signIns).toBe(1);
}

function listCounts({ records }: TestSite, faults: FaultRow[]): DayReport["counts"] {
  const { attempted, orders, purchases, fans } = records;
  const sum = (which: "joined" | "left" | "confirmed" | "removed") =>
    [...fans.values()].reduce((all, fan) => all + fan[which], 0);
  const changes = [...purchases.values()].reduce((all, { changed }) => all + changed.length, 0);
  return [
    { what: "kinds of faults", requested: FAULTS.length, done: faults.filter(({ leftOut }) => !leftOut).length },
    { what: "sign-ups acknowledged", requested: attempted.signUps, done: sum("joined") },
    { what: "orders acknowledged", requested: attempted.orders, done: orders.length },
    { what: "unsubscribes acknowledged", requested: attempted.unsubscribes, done: sum("left") },
    { what: "confirmations acknowledged", requested: attempted.confirmations, done: sum("confirmed") },
    {
      what: "owner's changes acknowledged",
      requested: attempted.changes + attempted.removals,
      done: changes + sum("removed"),
    },
  ];
}

function timesInWords(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** Counts the backups. @throws {DataFileError} if one is damaged */
function intactBackups(dataDir: string): number {
  const folder = join(dataDir, "backups");
  const files = readdirSync(folder).filter((name) => name.endsWith(".db"));
  for (const file of files) checkIntact(join(folder, file));
  return files.length;
}
