import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, vi } from "vitest";
import { DATA_FILE_NAME } from "../../data/data-file.ts";
import { readEmails } from "../survival/survival.case.ts";
import { openDashboard } from "./dashboards.ts";
import type { Owner } from "./owner.ts";
import { countOpenHandles, median, type OpenHandles, residentMegabytes } from "./process-figures.ts";
import type { TestSite } from "./test-site.ts";
import type { VisitorPool } from "./visitors.ts";
import { download, emailsInCsv, sendNewsletter } from "./visits/manage-list.ts";

/** How much memory may grow from the first third of the phase to the last, in megabytes. More counts as a leak. */
const GROWTH_MAX_MB = 30;
const SAMPLES = 60;
const FROM = "10.0.0.4";
/** How many more files and pipes may be open than at the beginning: the write-ahead log, pipes to a worker. */
const OTHERS_MORE_MAX = 4;

/**
 * Runs the last phase of a day, in which nothing fails. One process serves `visits` visits to warm up, and then as many
 * visits again, which are measured.
 *
 * @returns sentences about the measurements
 */
export async function runCalmPhase(
  site: TestSite,
  owner: Owner,
  visitors: VisitorPool,
  visits: number,
): Promise<string[]> {
  let viewsBefore = 0;
  await site.restart(() => {
    viewsBefore = readViews(site.dataDir());
  });
  site.records.views = { taken: 0, pending: 0 };
  const pid = site.gateway().child.pid ?? 0;
  const canMeasure = existsSync(`/proc/${pid}/status`);
  await untilOpenHandlesStay();
  const openAtFirst = canMeasure ? countOpenHandles(pid) : undefined;

  await visitors.visit(visits);
  const dashboards = await Promise.all([1, 2, 3].map((which) => openDashboard(site, owner, `${FROM}${which}`)));
  const known = new Set(site.records.fans.keys());
  const samples: number[] = [];
  await visitors.visit(visits, {}, async (untilDone) => {
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      await untilDone(sample / SAMPLES);
      if (canMeasure) samples.push(residentMegabytes(pid));
    }
  });

  const newFans = [...site.records.fans.values()].filter(({ email, joined }) => joined > 0 && !known.has(email));
  for (const { received } of dashboards) {
    await vi.waitUntil(() => newFans.every(({ email, inserted }) => (received.get(email) ?? 0) >= inserted), {
      timeout: 60_000,
    });
    expect(newFans.filter(({ email, inserted }) => received.get(email) !== inserted)).toEqual([]);
  }
  await compareExports(site, owner);
  for (const dashboard of dashboards) dashboard.close();
  const remarks = [
    `Live updates: ${newFans.length} new fans; each of ${dashboards.length} dashboards received each new row once.`,
  ];
  if (openAtFirst) remarks.push(...(await measure(pid, samples, openAtFirst)));
  else remarks.push("Memory and open sockets were not measured: this needs Linux.");
  await site.end();
  const counted = readViews(site.dataDir()) - viewsBefore;
  expect(counted).toBe(site.records.views.taken);
  return [...remarks, `Visits by day: visitors sent ${counted} views in the calm phase, and the site counted all.`];

  /** Waits until the process has fetched albums and checked for a backup. Then it opens and closes no more files. */
  async function untilOpenHandlesStay(): Promise<void> {
    site.client.closeIdle();
    if (canMeasure) await untilSame(() => JSON.stringify(countOpenHandles(pid)));
  }

  async function measure(pid: number, samples: number[], atFirst: OpenHandles): Promise<string[]> {
    const third = Math.floor(samples.length / 3);
    const [first, last] = [median(samples.slice(0, third)), median(samples.slice(-third))];
    site.client.closeIdle();
    const isClosedAgain = () => {
      const now = countOpenHandles(pid);
      return now.sockets <= atFirst.sockets && now.others <= atFirst.others + OTHERS_MORE_MAX;
    };
    await vi.waitUntil(isClosedAgain, { timeout: 90_000 });
    const now = countOpenHandles(pid);
    expect(last - first).toBeLessThan(GROWTH_MAX_MB);
    const range = `${Math.min(...samples).toFixed(0)} to ${Math.max(...samples).toFixed(0)} MB`;
    return [
      `Memory (resident, medians of the first and the last third of ${visits} visits of one process): ` +
        `${first.toFixed(1)} MB, then ${last.toFixed(1)} MB, ${range} in all; ${GROWTH_MAX_MB} MB of growth would fail the test.`,
      `Open sockets without visitors: ${atFirst.sockets} before, ${now.sockets} after; ` +
        `other files and pipes: ${atFirst.others} and ${now.others}.`,
    ];
  }
}

/** Compares the owner's exports with the data file. */
async function compareExports(site: TestSite, owner: Owner): Promise<void> {
  const { subscribers } = await sendNewsletter(site, owner, FROM);
  const inFile = readEmails(site.dataDir());
  expect(subscribers.map(({ email }) => email).sort()).toEqual([...inFile].sort());
  const active = subscribers.filter(({ status }) => status === "active").map(({ email }) => email);
  expect(emailsInCsv(await download(site, owner, "csv", FROM)).sort()).toEqual(active.sort());
}

function readViews(dataDir: string): number {
  const data = new DatabaseSync(join(dataDir, DATA_FILE_NAME), { readOnly: true });
  const sum = data.prepare("SELECT coalesce(sum(count), 0) AS views FROM daily_counts WHERE kind = 'page_view'").get();
  data.close();
  return Number(sum?.views);
}

/** Waits until a value has been the same several times in a row. */
async function untilSame(read: () => string): Promise<void> {
  let before = "";
  let repeats = 0;
  const isSame = () => {
    const now = read();
    repeats = now === before ? repeats + 1 : 0;
    before = now;
    return repeats >= 20;
  };
  await vi.waitUntil(isSame, { timeout: 60_000, interval: 100 });
}
