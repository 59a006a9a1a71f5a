import { type Line, median, ratios } from "../figures.ts";
import { startGateway } from "../support/gateway.ts";
import { fetchPacked, fetchSettled } from "../support/http.ts";
import { startNginx } from "../support/nginx.ts";
import { cpuTimeOf, type Server } from "../support/processes.ts";
import { ensureTools, runWrk } from "../support/tools.ts";

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 32;

type Round = { perSecond: number; cpuPerRequest: number; busy: number };

/** Measures how many front pages a second the gateway sends and what each costs, compared with nginx. */
export async function measurePages(say: (sentence: string) => void): Promise<Line[]> {
  const tools = await ensureTools(say);
  await using gateway = await startGateway();
  const answer = await fetchSettled(gateway.port, "/");
  await using nginx = await startNginx(tools.nginx, answer);
  const other = await fetchPacked(nginx.port, "/");
  if (other.headers["content-encoding"] !== "br" || !other.body.equals(answer.body)) {
    throw new Error("nginx and the gateway do not send the same bytes");
  }
  const servers = [
    { server: gateway, rounds: [] as Round[] },
    { server: nginx, rounds: [] as Round[] },
  ] as const;
  for (const { server } of servers) await load(tools.wrk, server, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, so that neither has an advantage when the machine warms up or slows down.
    for (const { server, rounds } of round % 2 ? servers.toReversed() : servers) {
      rounds.push(await load(tools.wrk, server, SECONDS));
    }
  }
  return linesOf(servers[0].rounds, servers[1].rounds, answer.body.length);
}

async function load(wrk: string, { port, pid }: Server, seconds: number): Promise<Round> {
  const [cpuBefore, from] = [cpuTimeOf(pid), performance.now()];
  const url = `http://127.0.0.1:${port}/`;
  const { requests, perSecond } = await runWrk(wrk, { url, connections: CONNECTIONS, seconds });
  const cpu = cpuTimeOf(pid) - cpuBefore;
  return { perSecond, cpuPerRequest: cpu / requests, busy: cpu / (performance.now() - from) / 1000 };
}

function linesOf(gateway: Round[], nginx: Round[], bytes: number): Line[] {
  const cpuOf = (rounds: Round[]) => rounds.map((round) => round.cpuPerRequest);
  const speedOf = (rounds: Round[]) => rounds.map((round) => round.perSecond);
  const busyOf = (rounds: Round[]) => `${Math.round(median(rounds.map((round) => round.busy)) * 100)} % of a core`;
  return [
    {
      what: "Front page: CPU of the gateway, as a multiple of nginx's",
      rounds: ratios(cpuOf(gateway), cpuOf(nginx)),
      unit: "×",
      aim: { atMost: 3 },
      note: `${bytes} bytes of Brotli each; wrk, ${CONNECTIONS} connections`,
    },
    { what: "Front page, gateway: CPU per response", rounds: cpuOf(gateway), unit: "µs" },
    { what: "Front page, nginx: CPU per response", rounds: cpuOf(nginx), unit: "µs" },
    { what: "Front page, gateway", rounds: speedOf(gateway), unit: "/s", note: `it used ${busyOf(gateway)}` },
    {
      what: "Front page, nginx",
      rounds: speedOf(nginx),
      unit: "/s",
      note: `it used ${busyOf(nginx)}; well below 100 % means that wrk was the limit`,
    },
  ];
}
