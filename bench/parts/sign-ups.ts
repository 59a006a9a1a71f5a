import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATA_FILE_NAME } from "../../gateway/src/data/data-file.ts";
import { type Line, median, ratios } from "../figures.ts";
import { configOf } from "../support/config.ts";
import { type BenchGateway, newFolder, ROOT, startGateway } from "../support/gateway.ts";
import { cpuTimeOf, hasProcessAccounting, outputOf } from "../support/processes.ts";
import type { BareResult } from "../workers/bare-inserts.ts";
import type { Outcome } from "../workers/requests.ts";
import { sendRequests } from "../workers/send-requests.ts";
import { SIGN_UP } from "../workers/sign-up.ts";

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 64;

type HttpRound = Outcome & { name: string; cpuEach: number };

/** Sign-ups over HTTP, against the same rows put into SQLite by a program that does nothing else. */
export async function measureSignUps(): Promise<Line[]> {
  const gateway = await startGateway();
  const bareFolder = newFolder("bare");
  const http: HttpRound[] = [];
  const bare: BareResult[] = [];
  try {
    const config = await configOf(gateway.port);
    const send = (name: string, seconds: number) => signUp(gateway, config.database.anonKey, name, seconds);
    const insert = (name: string) => insertBare(bareFolder, name);
    http.push(await send("warm", 1));
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 2) bare.push(await insert(`r${round}`));
      http.push(await send(`r${round}`, SECONDS));
      if (round % 2 === 0) bare.push(await insert(`r${round}`));
    }
  } finally {
    // No farewell: what was acknowledged is on disk, or it is not.
    await gateway.stop("SIGKILL");
  }
  const lost = lostOf(join(gateway.dataDir, DATA_FILE_NAME), http);
  return linesOf(http.slice(1), bare, lost);
}

async function signUp({ port, pid }: BenchGateway, apikey: string, name: string, seconds: number): Promise<HttpRound> {
  const cpuBefore = hasProcessAccounting ? cpuTimeOf(pid) : Number.NaN;
  const orders = { kind: "sign-ups", port, connections: CONNECTIONS, round: name, apikey, seconds } as const;
  const outcome = await sendRequests(orders);
  const cpu = hasProcessAccounting ? cpuTimeOf(pid) - cpuBefore : Number.NaN;
  return { ...outcome, name, cpuEach: cpu / outcome.acknowledged };
}

async function insertBare(folder: string, name: string): Promise<BareResult> {
  const script = join(ROOT, "bench/workers/bare-inserts.ts");
  const output = await outputOf(process.execPath, [script, folder, String(SECONDS), name]);
  // Written by our own process.
  return JSON.parse(output) as BareResult;
}

/** How many acknowledged sign-ups are not in the file, and how many rows are there that nobody sent. */
function lostOf(path: string, rounds: HttpRound[]): { acknowledged: number; lost: number; extra: number } {
  const connection = new DatabaseSync(path);
  try {
    const rows = connection.prepare("SELECT email FROM newsletter_subscribers").all();
    const stored = new Set(rows.map(({ email }) => String(email)));
    const wanted = rounds.flatMap(({ name, sent }) =>
      Array.from({ length: sent }, (_, number) => SIGN_UP.emailOf(name, number)),
    );
    const lost = wanted.filter((email) => !stored.has(email)).length;
    return { acknowledged: wanted.length, lost, extra: rows.length - (wanted.length - lost) };
  } finally {
    connection.close();
  }
}

function linesOf(
  http: HttpRound[],
  bare: BareResult[],
  { acknowledged, lost, extra }: ReturnType<typeof lostOf>,
): Line[] {
  const overHttp = http.map(({ acknowledged, seconds }) => acknowledged / seconds);
  const alone = bare.map(({ rows, seconds }) => rows / seconds);
  const busy = median(http.map((round) => round.busy));
  const sender =
    busy < 0.8
      ? `the sender used ${Math.round(busy * 100)} % of a core and was not the limit`
      : `the sender used ${Math.round(busy * 100)} % of a core and may have been the limit`;
  return [
    {
      what: "Sign-ups over HTTP, over bare SQLite inserts",
      rounds: ratios(overHttp, alone),
      unit: "×",
      aim: { atLeast: 0.5 },
      note: `${CONNECTIONS} connections; ${sender}`,
    },
    { what: "Sign-ups over HTTP", rounds: overHttp, unit: "/s" },
    { what: "Bare SQLite inserts", rounds: alone, unit: "/s", note: "a synced transaction for each row" },
    ...(hasProcessAccounting
      ? [{ what: "Sign-up over HTTP, CPU each", rounds: http.map(({ cpuEach }) => cpuEach), unit: "µs" }]
      : []),
    { what: "Bare SQLite insert, CPU each", rounds: bare.map(({ cpuTime, rows }) => cpuTime / rows), unit: "µs" },
    {
      what: "Acknowledged sign-ups missing, or stored twice",
      rounds: [lost + extra],
      unit: "",
      aim: { atMost: 0 },
      note: `of ${acknowledged.toLocaleString("en")}; the gateway was ended by kill -9`,
    },
  ];
}
