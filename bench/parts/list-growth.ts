import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DATA_FILE_NAME } from "../../gateway/src/data/data-file.ts";
import type { Figure, Growth } from "../figures.ts";
import { exportOnce } from "../support/exports.ts";
import { type BenchGateway, newDataFolder, startOften } from "../support/gateway.ts";
import { type ListOwner, OWNER_PASSWORD, signInOwner } from "../support/list-owner.ts";
import { listQueries, quickestOf } from "../support/list-queries.ts";
import { cpuTimeOf, residentMegabytes } from "../support/processes.ts";
import { copySubscribers, SUBSCRIBERS } from "../support/subscribers.ts";
import { sendSignUps } from "../workers/send-requests.ts";

const SIZES = [1_000, 10_000, 100_000, SUBSCRIBERS];
const ROUNDS = 3;
/** How long a query is repeated in a round, in milliseconds. */
const REPEAT_MS = 150;
/** Longer lists are exported once. Others are exported in each round. */
const EXPORTED_OFTEN_UP_TO = 100_000;
const SIGN_UP_SECONDS = 1;
/** How long a gateway is idle before its memory is read, in milliseconds. */
const REST_MS = 1_000;

/** Measures the same queries, exports, sign-ups and start for lists of increasing length. */
export async function growthOfList(say: (sentence: string) => void): Promise<Growth> {
  const sizes: Growth["sizes"] = [];
  for (const size of SIZES) {
    say(`a list of ${size.toLocaleString("en")}`);
    sizes.push({ size, figures: await figuresAt(size) });
  }
  return {
    of: "subscribers",
    sizes,
    note: `Each query is sent over HTTP; the quickest of its repeats counts in each of ${ROUNDS} rounds. The export is JSON. A rare search finds about 40 of a million, a common one two in five.`,
  };
}

async function figuresAt(size: number): Promise<Figure[]> {
  const dataDir = newDataFolder();
  copySubscribers(join(dataDir, DATA_FILE_NAME), size);
  const started = await startOften({ dataDir, settings: { ADMIN_PASSWORD: OWNER_PASSWORD } }, ROUNDS);
  await using gateway = started.gateway;
  const owner = await signInOwner(gateway);
  await pause(REST_MS);
  const atRest = residentMegabytes(gateway.pid);
  const queries = await measureQueries(owner, size);
  const { rates, peaks } = await measureExports(gateway, owner, size);
  return [
    ...queries,
    { what: "Exporting", rounds: rates, unit: "rows/s" },
    { what: "Memory: at rest", rounds: [atRest], unit: "MB" },
    { what: "Memory: while exporting", rounds: peaks, unit: "MB" },
    { what: "A sign-up, CPU", rounds: await measureSignUps(gateway, owner), unit: "µs" },
    { what: "Starting with that list", rounds: started.startsMs, unit: "ms" },
  ];
}

async function measureQueries(owner: ListOwner, size: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { short, paths } of listQueries(size)) {
    if (short === undefined) continue;
    const ask = () => quickestOf(() => Promise.all(paths.map((path) => owner.ask(path))), REPEAT_MS);
    // The first run fills the caches.
    await ask();
    const rounds: number[] = [];
    while (rounds.length < ROUNDS) rounds.push(await ask());
    figures.push({ what: short, rounds, unit: "ms" });
  }
  return figures;
}

async function measureExports(gateway: BenchGateway, owner: ListOwner, size: number) {
  const rates: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < (size > EXPORTED_OFTEN_UP_TO ? 1 : ROUNDS); round += 1) {
    const { perSecond, peakMegabytes } = await exportOnce(gateway, owner, "json", size);
    rates.push(perSecond);
    peaks.push(peakMegabytes);
  }
  return { rates, peaks };
}

async function measureSignUps(gateway: BenchGateway, { apikey }: ListOwner): Promise<number[]> {
  const costs: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = cpuTimeOf(gateway.pid);
    const { acknowledged } = await sendSignUps(gateway, apikey, `g${round}`, SIGN_UP_SECONDS);
    costs.push((cpuTimeOf(gateway.pid) - before) / acknowledged);
  }
  // The first round warms up.
  return costs.slice(1);
}
