import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATA_FILE_NAME } from "../../gateway/src/data/data-file.ts";
import { type Line, median, ratios } from "../figures.ts";
import { configOf } from "../support/config.ts";
import { newFolder } from "../support/folders.ts";
import { startGateway } from "../support/gateway.ts";
import { cpuTimeOf, runWorker } from "../support/processes.ts";
import type { BareWrites } from "../workers/bare-writes.ts";
import type { Outcome } from "../workers/requests.ts";
import { SIGN_UP_CONNECTIONS, sendSignUps } from "../workers/send-requests.ts";
import { emailOf } from "../workers/sign-up.ts";

const ROUNDS = 5;
const SECONDS = 3;

type HttpRound = Outcome & { name: string; cpuEach: number };

/** Compares sign-ups over HTTP with a program that only inserts the same rows into SQLite. */
export async function measureSignUps(): Promise<Line[]> {
  const gateway = await startGateway();
  const bareFolder = newFolder("bare");
  const http: HttpRound[] = [];
  const bare: BareWrites[] = [];
  try {
    const { database } = await configOf(gateway.port);
    const send = async (name: string, seconds: number) => {
      const before = cpuTimeOf(gateway.pid);
      const outcome = await sendSignUps(gateway, database.anonKey, name, seconds);
      http.push({ ...outcome, name, cpuEach: (cpuTimeOf(gateway.pid) - before) / outcome.acknowledged });
    };
    const insert = async (name: string) =>
      bare.push(await runWorker<BareWrites>("bare-writes.ts", "sign-ups", bareFolder, String(SECONDS), name));
    await send("warm", 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 2) await insert(`r${round}`);
      await send(`r${round}`, SECONDS);
      if (round % 2 === 0) await insert(`r${round}`);
    }
  } finally {
    // After a kill, the gateway cannot write anything. So each acknowledged sign-up is on disk now, or it is lost.
    await gateway.stop("SIGKILL");
  }
  const lost = lostOf(join(gateway.dataDir, DATA_FILE_NAME), http);
  return linesOf(http.slice(1), bare, lost);
}

/** Counts the acknowledged sign-ups that are missing in the file, and the rows in it that nobody sent. */
function lostOf(path: string, rounds: HttpRound[]): { acknowledged: number; lost: number; extra: number } {
  using connection = new DatabaseSync(path);
  const rows = connection.prepare("SELECT email FROM newsletter_subscribers").all();
  const stored = new Set(rows.map(({ email }) => String(email)));
  const wanted = rounds.flatMap(({ name, sent }) => Array.from({ length: sent }, (_, number) => emailOf(name, number)));
  const lost = wanted.filter((email) => !stored.has(email)).length;
  return { acknowledged: wanted.length, lost, extra: rows.length - (wanted.length - lost) };
}

function linesOf(
  http: HttpRound[],
  bare: BareWrites[],
  { acknowledged, lost, extra }: ReturnType<typeof lostOf>,
): Line[] {
  const overHttp = http.map(({ acknowledged, seconds }) => acknowledged / seconds);
  const alone = bare.map(({ rows, seconds }) => rows / seconds);
  const busy = median(http.map((round) => round.busy));
  const isLimit = busy < 0.8 ? "was not the limit" : "may have been the limit";
  return [
    {
      what: "Sign-ups over HTTP, as a multiple of bare SQLite inserts",
      rounds: ratios(overHttp, alone),
      unit: "×",
      aim: { atLeast: 0.5 },
      note: `${SIGN_UP_CONNECTIONS} connections; the sender used ${Math.round(busy * 100)} % of a core and ${isLimit}`,
    },
    { what: "Sign-ups over HTTP", rounds: overHttp, unit: "/s" },
    { what: "Bare SQLite inserts", rounds: alone, unit: "/s", note: "one synced transaction for each row" },
    { what: "CPU per sign-up over HTTP", rounds: http.map(({ cpuEach }) => cpuEach), unit: "µs" },
    { what: "CPU per bare SQLite insert", rounds: bare.map(({ cpuTime, rows }) => cpuTime / rows), unit: "µs" },
    {
      what: "Acknowledged sign-ups that are missing or stored twice",
      rounds: [lost + extra],
      unit: "",
      aim: { atMost: 0 },
      note: `of ${acknowledged.toLocaleString("en")}; the gateway was killed with kill -9`,
    },
  ];
}
