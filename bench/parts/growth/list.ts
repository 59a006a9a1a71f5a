import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DATA_FILE_NAME } from "../../../gateway/src/data/data-file.ts";
import type { Growth } from "../../figures.ts";
import { exportOnce } from "../../support/exports.ts";
import { type BenchGateway, newDataFolder, startOften } from "../../support/gateway.ts";
import { type ListOwner, OWNER_PASSWORD, signInOwner } from "../../support/list-owner.ts";
import { listQueries, quickestOf } from "../../support/list-queries.ts";
import { cpuTimeOf, hasProcessAccounting, residentMegabytes } from "../../support/processes.ts";
import { copySubscribers, SUBSCRIBERS } from "../../support/subscribers.ts";
import { sendRequests } from "../../workers/send-requests.ts";
import { type Curves, createCurves } from "./curves.ts";

const SIZES = [1_000, 10_000, 100_000, SUBSCRIBERS];
const ROUNDS = 3;
/** How long a query is repeated in a round, in milliseconds. */
const REPEAT_MS = 150;
/** A long list is exported once, a short one in each round. */
const EXPORTED_OFTEN_UP_TO = 100_000;
const SIGN_UP_SECONDS = 1;
/** How long a gateway may come to rest before its memory is read, in milliseconds. */
const REST_MS = 1_000;

/** Measures the same queries, export, sign-ups and start at lists of growing length. */
export async function growthOfList(say: (sentence: string) => void): Promise<Growth> {
  const curves = createCurves();
  for (const size of SIZES) {
    say(`a list of ${size.toLocaleString("en")}`);
    const dataDir = newDataFolder();
    copySubscribers(join(dataDir, DATA_FILE_NAME), size);
    const options = { dataDir, settings: { ADMIN_PASSWORD: OWNER_PASSWORD } };
    const { gateway, startsMs } = await startOften(options, ROUNDS);
    const agent = new Agent({ keepAlive: true });
    try {
      const owner = await signInOwner(gateway, agent);
      await pause(REST_MS);
      const rest = hasProcessAccounting ? [residentMegabytes(gateway.pid)] : [];
      await measureQuestions(curves, owner, size);
      const exported = await measureExports(curves, gateway, owner, size);
      const memory = { panel: "Memory", unit: "MB", size };
      curves.add({ ...memory, name: "at rest" }, rest);
      curves.add({ ...memory, name: "while exporting" }, hasProcessAccounting ? exported : []);
      await measureSignUps(curves, gateway, owner, size);
      curves.add({ panel: "Starting on that list", unit: "ms", size }, startsMs);
    } finally {
      agent.destroy();
      await gateway.stop();
    }
  }
  return {
    of: "subscribers",
    panels: curves.panels(),
    note: `Each question over HTTP, the quickest of its repeats in each of ${ROUNDS} rounds; the export is one of JSON. A rare search finds some 40 of a million, a common one two in five.`,
  };
}

async function measureQuestions(curves: Curves, owner: ListOwner, size: number): Promise<void> {
  for (const { short, paths } of listQueries(size)) {
    if (short === undefined) continue;
    const ask = () => quickestOf(() => Promise.all(paths.map((path) => owner.ask(path))), REPEAT_MS);
    // The first fills the caches.
    await ask();
    const rounds: number[] = [];
    while (rounds.length < ROUNDS) rounds.push(await ask());
    const panel = /^(rare|common)/.test(short) ? "Searching" : "Reading the list";
    curves.add({ panel, unit: "ms", name: short, size }, rounds);
  }
}

/** @returns the most memory of each round, in megabytes */
async function measureExports(
  curves: Curves,
  gateway: BenchGateway,
  owner: ListOwner,
  size: number,
): Promise<number[]> {
  const rates: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < (size > EXPORTED_OFTEN_UP_TO ? 1 : ROUNDS); round += 1) {
    const { perSecond, peakMegabytes } = await exportOnce(gateway, owner, "json", size);
    rates.push(perSecond);
    peaks.push(peakMegabytes);
  }
  curves.add({ panel: "Exporting", unit: "rows/s", size }, rates);
  return peaks;
}

async function measureSignUps(
  curves: Curves,
  { port, pid }: BenchGateway,
  { apikey }: ListOwner,
  size: number,
): Promise<void> {
  const [rates, costs]: [number[], number[]] = [[], []];
  const cpuSoFar = () => (hasProcessAccounting ? cpuTimeOf(pid) : Number.NaN);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = cpuSoFar();
    const orders = { kind: "sign-ups", port, connections: 64, apikey, seconds: SIGN_UP_SECONDS } as const;
    const { acknowledged, seconds } = await sendRequests({ ...orders, round: `g${round}` });
    // The first round warms up.
    if (round === 0) continue;
    rates.push(acknowledged / seconds);
    costs.push((cpuSoFar() - before) / acknowledged);
  }
  if (hasProcessAccounting) curves.add({ panel: "A sign-up, CPU", unit: "µs", size }, costs);
  else curves.add({ panel: "Signing up", unit: "/s", size }, rates);
}
