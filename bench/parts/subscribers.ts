import { copyFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATA_FILE_NAME } from "../../gateway/src/data/data-file.ts";
import { type Line, median } from "../figures.ts";
import { exportOnce, type ListExport } from "../support/exports.ts";
import { type BenchGateway, newDataFolder, newFolder, ROOT, startTwice } from "../support/gateway.ts";
import { type ListOwner, OWNER_PASSWORD, signInOwner } from "../support/list-owner.ts";
import { listQueries, quickestOf } from "../support/list-queries.ts";
import { hasProcessAccounting, outputOf } from "../support/processes.ts";
import { copySubscribers, SUBSCRIBERS } from "../support/subscribers.ts";
import type { BareResult } from "../workers/bare-inserts.ts";
import { sendRequests } from "../workers/send-requests.ts";

const ROUNDS = 5;
/** How long a query is repeated in a round, in milliseconds. */
const REPEAT_MS = 250;
const EXPORT_ROUNDS = 2;
const SIGN_UP_SECONDS = 3;
/** What HTTP, the token and JSON may add to a query, in milliseconds. */
const ALLOWED_MS = 1;

/** Measures the owner's queries of a list of a million, its export and its sign-ups. */
export async function measureSubscribers(say: (sentence: string) => void): Promise<Line[]> {
  const dataDir = newDataFolder();
  say("seeding a million subscribers, unless an earlier run has cached them");
  copySubscribers(join(dataDir, DATA_FILE_NAME), SUBSCRIBERS);
  const bareFolder = newFolder("bare-million");
  copyFileSync(join(dataDir, DATA_FILE_NAME), join(bareFolder, "bare.db"));
  const gateway = await startTwice({ dataDir, settings: { ADMIN_PASSWORD: OWNER_PASSWORD } });
  const agent = new Agent({ keepAlive: true });
  try {
    const owner = await signInOwner(gateway, agent);
    say("asking what the dashboard asks");
    const lines = await measureQuestions(owner, join(bareFolder, "bare.db"));
    say("exporting");
    lines.push(...(await measureExports(gateway, owner)));
    say("signing up");
    lines.push(...(await measureSignUps(gateway, owner, bareFolder)));
    return lines;
  } finally {
    agent.destroy();
    await gateway.stop();
  }
}

async function measureQuestions(owner: ListOwner, barePath: string): Promise<Line[]> {
  const bare = new DatabaseSync(barePath, { readOnly: true });
  try {
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
        // The first round fills the caches of both.
        if (round === 0) continue;
        ours.push(overHttp);
        alone.push(byItself);
      }
    }
    return queries.flatMap(({ what, ours, alone, note, hasAim = true }) => [
      {
        what: `${what}, less ${ALLOWED_MS} ms, over bare SQLite`,
        rounds: ours.map((ms, round) => Math.max(0, ms - ALLOWED_MS) / (alone[round] ?? Number.NaN)),
        unit: "×",
        ...(hasAim && { aim: { atMost: 1.5 } }),
        note: `bare ${median(alone).toFixed(2)} ms${note === undefined ? "" : `; ${note}`}`,
      },
      { what, rounds: ours, unit: "ms" },
    ]);
  } finally {
    bare.close();
  }
}

async function measureExports(gateway: BenchGateway, owner: ListOwner): Promise<Line[]> {
  const lines: Line[] = [];
  for (const format of ["json", "csv"] as const) {
    const rounds: ListExport[] = [];
    for (let round = 0; round < EXPORT_ROUNDS; round += 1) {
      rounds.push(await exportOnce(gateway, owner, format, SUBSCRIBERS));
    }
    const name = format.toUpperCase();
    lines.push({ what: `Export as ${name}`, rounds: rounds.map(({ perSecond }) => perSecond), unit: "rows/s" });
    if (hasProcessAccounting) {
      const peaks = rounds.map(({ peakMegabytes, idleMegabytes }) => peakMegabytes - idleMegabytes);
      lines.push({ what: `Export as ${name}, peak above idle`, rounds: peaks, unit: "MB", aim: { atMost: 64 } });
    }
    const waits = rounds.map(({ waitsMs }) => median(waitsMs));
    lines.push({ what: `Answer to others during it (${name}), median`, rounds: waits, unit: "ms" });
  }
  return lines;
}

async function measureSignUps({ port }: BenchGateway, { apikey }: ListOwner, bareFolder: string): Promise<Line[]> {
  const orders = { kind: "sign-ups", port, connections: 64, apikey, seconds: SIGN_UP_SECONDS } as const;
  const rates: number[] = [];
  const alone: number[] = [];
  for (const round of ["m1", "m2", "m3"]) {
    const { acknowledged, seconds } = await sendRequests({ ...orders, round });
    rates.push(acknowledged / seconds);
    const script = join(ROOT, "bench/workers/bare-inserts.ts");
    const output = await outputOf(process.execPath, [script, bareFolder, String(SIGN_UP_SECONDS), round]);
    // Written by our own process.
    const bare = JSON.parse(output) as BareResult;
    alone.push(bare.rows / bare.seconds);
  }
  return [
    {
      what: "Sign-ups at a million, over bare SQLite inserts",
      rounds: rates.map((rate, round) => rate / (alone[round] ?? Number.NaN)),
      unit: "×",
      aim: { atLeast: 0.5 },
    },
    { what: "Sign-ups at a million", rounds: rates, unit: "/s" },
  ];
}
