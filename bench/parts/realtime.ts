import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Line, median } from "../figures.ts";
import { type BenchGateway, ROOT, startGateway } from "../support/gateway.ts";
import { fetchPacked } from "../support/http.ts";
import { hasProcessAccounting, outputOf } from "../support/processes.ts";
import type { DashboardOrders, DashboardOutcome } from "../workers/dashboards.ts";

const ROUNDS = 5;
const DASHBOARDS = 200;
/** Sessions that the dashboards belong to, as of an owner and helpers with many tabs. */
const SESSIONS = 10;
const SIGN_UPS = 100;
const PER_SECOND = 20;
/** How long the first start may take to make the owner, and how often to ask, in milliseconds. */
const OWNER_MS = 10_000;
const ASK_EVERY_MS = 100;
const PASSWORD = "a long password for the bench";

/** Sign-ups as many open dashboards hear of them. */
export async function measureRealtime(): Promise<Line[]> {
  const gateway = await startGateway({ settings: { ADMIN_PASSWORD: PASSWORD } });
  try {
    // The answer is the gateway's own.
    const config = JSON.parse((await fetchPacked(gateway.port, "/config.json")).body.toString()) as {
      database: { anonKey: string };
      admin: { email: string };
    };
    const apikey = config.database.anonKey;
    const tokens: string[] = [];
    while (tokens.length < SESSIONS) tokens.push(await signIn(gateway, config.admin.email, apikey));
    const measure = (round: string) => listen({ ...gateway, apikey, tokens, round });
    await measure("warm");
    const rounds: DashboardOutcome[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(`r${round}`));
    return linesOf(rounds);
  } finally {
    await gateway.stop();
  }
}

async function signIn({ url }: BenchGateway, email: string, apikey: string): Promise<string> {
  const from = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey, "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    // The answer is the gateway's own.
    if (answer.ok) return ((await answer.json()) as { access_token: string }).access_token;
    // Pages are there some moments before the owner is, whose password has to be hashed first.
    if (performance.now() - from > OWNER_MS) throw new Error(`The owner could not sign in: ${answer.status}`);
    await pause(ASK_EVERY_MS);
  }
}

async function listen({
  port,
  pid,
  apikey,
  tokens,
  round,
}: Pick<DashboardOrders, "port" | "pid" | "apikey" | "tokens" | "round">): Promise<DashboardOutcome> {
  const load = { dashboards: DASHBOARDS, signUps: SIGN_UPS, perSecond: PER_SECOND };
  const orders: DashboardOrders = { port, pid, apikey, tokens, round, ...load };
  const output = await outputOf(process.execPath, [join(ROOT, "bench/workers/dashboards.ts"), JSON.stringify(orders)]);
  // Written by our own process.
  return JSON.parse(output) as DashboardOutcome;
}

function linesOf(rounds: DashboardOutcome[]): Line[] {
  const busy = Math.round(median(rounds.map((round) => round.busy)) * 100);
  const note = `${DASHBOARDS} dashboards on ${SESSIONS} sessions, ${PER_SECOND} sign-ups per second, from the sign-up's first byte; the dashboards together used ${busy} % of a core`;
  const all = DASHBOARDS * SIGN_UPS;
  return [
    {
      what: "A sign-up is heard, 99th percentile",
      rounds: rounds.map(({ p99 }) => p99),
      unit: "ms",
      aim: { atMost: 250 },
      note,
    },
    { what: "A sign-up is heard, median", rounds: rounds.map(({ p50 }) => p50), unit: "ms" },
    { what: "A sign-up is heard, slowest", rounds: rounds.map(({ max }) => max), unit: "ms" },
    {
      what: "Messages that did not arrive",
      rounds: rounds.map(({ delivered }) => all - delivered),
      unit: "",
      aim: { atMost: 0 },
      note: `of ${all.toLocaleString("en")} in each round`,
    },
    ...(hasProcessAccounting
      ? [
          {
            what: "CPU of a message, the sign-up included",
            rounds: rounds.map(({ cpuEach }) => cpuEach),
            unit: "µs",
          },
        ]
      : []),
  ];
}
