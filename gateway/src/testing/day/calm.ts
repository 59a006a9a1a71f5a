import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, vi } from "vitest";
import { DATA_FILE_NAME } from "../../data/data-file.ts";
import { emailsOf } from "../survival/survival.case.ts";
import type { VisitorPool } from "./crowd.ts";
import { openDashboard } from "./dashboards.ts";
import type { Owner } from "./owner.ts";
import { median, type OpenHandles, openHandlesOf, residentMegabytes } from "./process-figures.ts";
import type { Scene } from "./scene.ts";
import { addressesOf, download, writeAnEmail } from "./visits/tend-the-list.ts";

/** Growth of memory from the first third of a long use to the last that is not yet called a leak, in megabytes. */
const GROWTH_MAX_MB = 30;
const SAMPLES = 60;
const FROM = "10.0.0.4";
/** Files and pipes that may be open beside those at the beginning: the log of the data file, a worker's end. */
const OTHERS_MORE_MAX = 4;

/**
 * The last stretch of a day, in which nothing goes wrong: one process serves so many visits, and as many before them
 * that warm it up.
 *
 * @returns what was measured, in words
 */
export async function calmStretch(scene: Scene, owner: Owner, crowd: VisitorPool, visits: number): Promise<string[]> {
  let viewsBefore = 0;
  await scene.restart(() => {
    viewsBefore = viewsIn(scene.dataDir());
  });
  scene.books.views = { taken: 0, unclear: 0 };
  const pid = scene.gateway().child.pid ?? 0;
  const canMeasure = existsSync(`/proc/${pid}/status`);
  await openHandlesAtRest();
  const openAtFirst = canMeasure ? openHandlesOf(pid) : undefined;

  await crowd.visit(visits);
  const dashboards = await Promise.all([1, 2, 3].map((which) => openDashboard(scene, owner, `${FROM}${which}`)));
  const known = new Set(scene.books.fans.keys());
  const samples: number[] = [];
  await crowd.visit(visits, {}, async (soFar) => {
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      await soFar(sample / SAMPLES);
      if (canMeasure) samples.push(residentMegabytes(pid));
    }
  });

  const came = [...scene.books.fans.values()].filter(({ email, joined }) => joined > 0 && !known.has(email));
  for (const { heard } of dashboards) {
    await vi.waitUntil(() => came.every(({ email }) => heard.has(email)), { timeout: 60_000 });
    expect(came.filter(({ email }) => heard.get(email) !== 1)).toEqual([]);
  }
  await compareExports(scene, owner);
  for (const dashboard of dashboards) dashboard.close();
  const words = [`Live updates: ${came.length} sign-ups, each heard once by each of ${dashboards.length} dashboards.`];
  if (openAtFirst) words.push(...(await measured(pid, samples, openAtFirst)));
  else words.push("Memory and open sockets were not measured: this needs Linux.");
  await scene.end();
  const counted = viewsIn(scene.dataDir()) - viewsBefore;
  expect(counted).toBe(scene.books.views.taken);
  return [...words, `Visits by day: ${counted} views were sent in the calm stretch, and as many counted.`];

  /** The albums are fetched and the first backup looked for by then, and no visitor is connected. */
  async function openHandlesAtRest(): Promise<void> {
    scene.client.hangUp();
    if (canMeasure) await untilSame(() => JSON.stringify(openHandlesOf(pid)));
  }

  async function measured(pid: number, samples: number[], atFirst: OpenHandles): Promise<string[]> {
    const third = Math.floor(samples.length / 3);
    const [first, last] = [median(samples.slice(0, third)), median(samples.slice(-third))];
    scene.client.hangUp();
    const isLetGo = () => {
      const now = openHandlesOf(pid);
      return now.sockets <= atFirst.sockets && now.others <= atFirst.others + OTHERS_MORE_MAX;
    };
    await vi.waitUntil(isLetGo, { timeout: 90_000 });
    const now = openHandlesOf(pid);
    expect(last - first).toBeLessThan(GROWTH_MAX_MB);
    const range = `${Math.min(...samples).toFixed(0)} to ${Math.max(...samples).toFixed(0)} MB`;
    return [
      `Memory (resident, medians of the first and the last third of ${visits} visits of one process): ` +
        `${first.toFixed(1)} MB, then ${last.toFixed(1)} MB, ${range} in all; ${GROWTH_MAX_MB} MB of growth would fail.`,
      `Open sockets with nobody there: ${atFirst.sockets} before, ${now.sockets} after; ` +
        `other files and pipes: ${atFirst.others} and ${now.others}.`,
    ];
  }
}

/** What the owner takes home is what the data file holds. */
async function compareExports(scene: Scene, owner: Owner): Promise<void> {
  const { subscribers } = await writeAnEmail(scene, owner, FROM);
  const inFile = emailsOf(scene.dataDir());
  expect(subscribers.map(({ email }) => email).sort()).toEqual([...inFile].sort());
  const active = subscribers.filter(({ status }) => status === "active").map(({ email }) => email);
  expect(addressesOf(await download(scene, owner, "csv", FROM)).sort()).toEqual(active.sort());
}

function viewsIn(dataDir: string): number {
  const data = new DatabaseSync(join(dataDir, DATA_FILE_NAME), { readOnly: true });
  const sum = data.prepare("SELECT coalesce(sum(count), 0) AS views FROM daily_counts WHERE kind = 'page_view'").get();
  data.close();
  return Number(sum?.views);
}

/** Waits until something has been the same at several looks in a row. */
async function untilSame(look: () => string): Promise<void> {
  let before = "";
  let looks = 0;
  const isSame = () => {
    const now = look();
    looks = now === before ? looks + 1 : 0;
    before = now;
    return looks >= 20;
  };
  await vi.waitUntil(isSame, { timeout: 60_000, interval: 100 });
}
