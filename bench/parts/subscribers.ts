import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATA_FILE_NAME } from "../../gateway/src/data/data-file.ts";
import { type Line, median, ratios } from "../figures.ts";
import { exportOnce, type ListExport } from "../support/exports.ts";
import { newFolder } from "../support/folders.ts";
import { type BenchGateway, newDataFolder, startOften } from "../support/gateway.ts";
import { type ListOwner, OWNER_PASSWORD, signInOwner } from "../support/list-owner.ts";
import { listQueries, quickestOf } from "../support/list-queries.ts";
import { runWorker } from "../support/processes.ts";
import { copySubscribers, SUBSCRIBERS } from "../support/subscribers.ts";
import type { BareWrites } from "../workers/bare-writes.ts";
import { sendSignUps } from "../workers/send-requests.ts";

const ROUNDS = 5;
/** How long a query is repeated in a round, in milliseconds. */
const REPEAT_MS = 250;
const EXPORT_ROUNDS = 2;
const SIGN_UP_SECONDS = 3;
/** What HTTP, the token and JSON may add to a query, in milliseconds. */
const ALLOWED_MS = 1;

/** Measures a list with a million subscribers: the owner's queries, exports and sign-ups. */
export async function measureSubscribers(say: (sentence: string) => void): Promise<Line[]> {
  const dataDir = newDataFolder();
  say("seeding a million subscribers, unless an earlier run has cached them");
  copySubscribers(join(dataDir, DATA_FILE_NAME), SUBSCRIBERS);
  const bareFolder = newFolder("bare-million");
  copyFileSync(join(dataDir, DATA_FILE_NAME), join(bareFolder, "bare.db"));
  const started = await startOften({ dataDir, settings: { ADMIN_PASSWORD: OWNER_PASSWORD } }, 1);
  await using gateway = started.gateway;
  const owner = await signInOwner(gateway);
  say("sending the dashboard's queries");
  const queries = await measureQueries(owner, join(bareFolder, "bare.db"));
  say("exporting");
  const exports = await measureExports(gateway, owner);
  say("signing up");
  return [...queries, ...exports, ...(await measureSignUps(gateway, owner, bareFolder))];
}

async function measureQueries(owner: ListOwner, barePath: string): Promise<Line[]> {
  using bare = new DatabaseSync(barePath, { readOnly: true });
  const queries = listQueries(SUBSCRIBERS).map((query) => ({
    ...query,
    ours: [] as number[],
    alone: [] as number[],
    statements: query.bare.map(([sql, ...values]) => ({ statement: bare.prepare(sql), values })),
  }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { paths, statements, ours, alone } of queries) {
      const overHttp = await quickestOf(() => Promise.all(paths.map((path) => owner.ask(path))), REPEAT_MS);
      const byItself = await quickestOf(
        () => statements.map(({ statement, values }) => statement.all(...values)),
        REPEAT_MS,
      );
      // The first round only fills caches, so it does not count.
      if (round === 0) continue;
      ours.push(overHttp);
      alone.push(byItself);
    }
  }
  return queries.flatMap(({ what, ours, alone, note, hasAim = true }) => [
    {
      what: `${what}; time beyond ${ALLOWED_MS} ms, as a multiple of bare SQLite`,
      rounds: ratios(
        ours.map((ms) => Math.max(0, ms - ALLOWED_MS)),
        alone,
      ),
      unit: "×",
      ...(hasAim && { aim: { atMost: 1.5 } }),
      note: `bare ${median(alone).toFixed(2)} ms${note === undefined ? "" : `; ${note}`}`,
    },
    { what, rounds: ours, unit: "ms" },
  ]);
}

async function measureExports(gateway: BenchGateway, owner: ListOwner): Promise<Line[]> {
  const lines: Line[] = [];
  for (const format of ["json", "csv"] as const) {
    const rounds: ListExport[] = [];
    while (rounds.length < EXPORT_ROUNDS) rounds.push(await exportOnce(gateway, owner, format, SUBSCRIBERS));
    const name = format.toUpperCase();
    const peaks = rounds.map(({ peakMegabytes, idleMegabytes }) => peakMegabytes - idleMegabytes);
    const waits = rounds.map(({ waitsMs }) => median(waitsMs));
    lines.push(
      { what: `Export as ${name}`, rounds: rounds.map(({ perSecond }) => perSecond), unit: "rows/s" },
      { what: `Export as ${name}, peak memory above idle`, rounds: peaks, unit: "MB", aim: { atMost: 64 } },
      { what: `Response time of another request during the export as ${name}, median`, rounds: waits, unit: "ms" },
    );
  }
  return lines;
}

async function measureSignUps(gateway: BenchGateway, { apikey }: ListOwner, bareFolder: string): Promise<Line[]> {
  const rates: number[] = [];
  const alone: number[] = [];
  for (const round of ["m1", "m2", "m3"]) {
    const { acknowledged, seconds } = await sendSignUps(gateway, apikey, round, SIGN_UP_SECONDS);
    rates.push(acknowledged / seconds);
    const words = ["sign-ups", bareFolder, String(SIGN_UP_SECONDS), round];
    const bare = await runWorker<BareWrites>("bare-writes.ts", ...words);
    alone.push(bare.rows / bare.seconds);
  }
  return [
    {
      what: "Sign-ups with a million subscribers, as a multiple of bare SQLite inserts",
      rounds: ratios(rates, alone),
      unit: "×",
      aim: { atLeast: 0.5 },
    },
    { what: "Sign-ups with a million subscribers", rounds: rates, unit: "/s" },
  ];
}
