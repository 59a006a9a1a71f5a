import { type Line, median } from "../figures.ts";
import { startGateway } from "../support/gateway.ts";
import { type ListOwner, OWNER_PASSWORD, signInOwner } from "../support/list-owner.ts";
import { runWorker } from "../support/processes.ts";
import type { DashboardOrders, DashboardOutcome } from "../workers/dashboards.ts";

const ROUNDS = 5;
const DASHBOARDS = 200;
/** Sessions of the dashboards, as if an owner and some helpers had many tabs open. */
const SESSIONS = 10;
const SIGN_UPS = 100;
const PER_SECOND = 20;

/** Measures how fast many open dashboards receive each sign-up. */
export async function measureRealtime(): Promise<Line[]> {
  await using gateway = await startGateway({ settings: { ADMIN_PASSWORD: OWNER_PASSWORD } });
  const { port, pid } = gateway;
  const owners: ListOwner[] = [];
  while (owners.length < SESSIONS) owners.push(await signInOwner(gateway));
  const apikey = owners[0]?.apikey ?? "";
  const tokens = owners.map(({ token }) => token);
  const load = { dashboards: DASHBOARDS, signUps: SIGN_UPS, perSecond: PER_SECOND };
  const rounds: DashboardOutcome[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const orders: DashboardOrders = { port, pid, apikey, tokens, round: `r${round}`, ...load };
    rounds.push(await runWorker<DashboardOutcome>("dashboards.ts", JSON.stringify(orders)));
  }
  // The first round warms up.
  return linesOf(rounds.slice(1));
}

function linesOf(rounds: DashboardOutcome[]): Line[] {
  const busy = Math.round(median(rounds.map((round) => round.busy)) * 100);
  const all = DASHBOARDS * SIGN_UPS;
  return [
    {
      what: "A dashboard receives a sign-up, 99th percentile",
      rounds: rounds.map(({ p99 }) => p99),
      unit: "ms",
      aim: { atMost: 250 },
      note: `${DASHBOARDS} dashboards on ${SESSIONS} sessions, ${PER_SECOND} sign-ups per second, from the sign-up's first byte; all dashboards together used ${busy} % of a core`,
    },
    { what: "A dashboard receives a sign-up, median", rounds: rounds.map(({ p50 }) => p50), unit: "ms" },
    { what: "A dashboard receives a sign-up, slowest", rounds: rounds.map(({ max }) => max), unit: "ms" },
    {
      what: "Messages that did not arrive",
      rounds: rounds.map(({ delivered }) => all - delivered),
      unit: "",
      aim: { atMost: 0 },
      note: `of ${all.toLocaleString("en")} in each round`,
    },
    { what: "CPU per message, including the sign-up", rounds: rounds.map(({ cpuEach }) => cpuEach), unit: "µs" },
  ];
}
