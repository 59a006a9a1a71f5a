import { type Line, median, ratios } from "../figures.ts";
import { startGateway } from "../support/gateway.ts";
import { fetchPacked, fetchSettled } from "../support/http.ts";
import { startNginx } from "../support/nginx.ts";
import { cpuTimeOf, hasProcessAccounting } from "../support/processes.ts";
import { ensureTools, runWrk } from "../support/tools.ts";

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 32;

type Server = { name: "gateway" | "nginx"; port: number; pid: number };
type Round = { perSecond: number; cpuPerRequest: number; busy: number };

/** Finished HTML of the front page: how many a second and what each costs, against nginx with the same bytes. */
export async function measurePages(say: (sentence: string) => void): Promise<Line[]> {
  if (!hasProcessAccounting) return [missing("this needs Linux, where a process's CPU time can be read")];
  const tools = await ensureTools(say);
  if (!tools.ok) return [missing(tools.reason)];

  const gateway = await startGateway();
  const answer = await fetchSettled(gateway.port, "/");
  const nginx = await startNginx(tools.nginx, answer);
  try {
    const other = await fetchPacked(nginx.port, "/");
    if (other.headers["content-encoding"] !== "br" || !other.body.equals(answer.body)) {
      throw new Error("nginx and the gateway do not send the same bytes");
    }
    const servers: Server[] = [
      { name: "gateway", port: gateway.port, pid: gateway.pid },
      { name: "nginx", port: nginx.port, pid: nginx.workerPid },
    ];
    const rounds: Record<Server["name"], Round[]> = { gateway: [], nginx: [] };
    for (const server of servers) await load(tools.wrk, server, WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      // They take turns to go first, so that a machine that warms up or slows down favours neither.
      for (const server of round % 2 ? servers.toReversed() : servers) {
        rounds[server.name].push(await load(tools.wrk, server, SECONDS));
      }
    }
    return linesOf(rounds, answer.body.length);
  } finally {
    await gateway.stop();
    await nginx.stop();
  }
}

async function load(wrk: string, { name, port, pid }: Server, seconds: number): Promise<Round> {
  const [cpuBefore, from] = [cpuTimeOf(pid), performance.now()];
  const url = `http://127.0.0.1:${port}/`;
  const { requests, perSecond, failed } = await runWrk(wrk, { url, connections: CONNECTIONS, seconds });
  const cpu = cpuTimeOf(pid) - cpuBefore;
  if (failed > 0 || requests === 0) throw new Error(`${failed} of ${requests} requests to ${name} failed`);
  return { perSecond, cpuPerRequest: cpu / requests, busy: cpu / (performance.now() - from) / 1000 };
}

function linesOf({ gateway, nginx }: Record<Server["name"], Round[]>, bytes: number): Line[] {
  const cpuOf = (rounds: Round[]) => rounds.map((round) => round.cpuPerRequest);
  const speedOf = (rounds: Round[]) => rounds.map((round) => round.perSecond);
  const busyOf = (rounds: Round[]) => `${Math.round(median(rounds.map((round) => round.busy)) * 100)} % of a core`;
  return [
    {
      what: "Front page, CPU of the gateway over nginx",
      rounds: ratios(cpuOf(gateway), cpuOf(nginx)),
      unit: "×",
      aim: { atMost: 3 },
      note: `${bytes} bytes of Brotli each; wrk, ${CONNECTIONS} connections`,
    },
    { what: "Front page, gateway, CPU each", rounds: cpuOf(gateway), unit: "µs" },
    { what: "Front page, nginx, CPU each", rounds: cpuOf(nginx), unit: "µs" },
    { what: "Front page, gateway", rounds: speedOf(gateway), unit: "/s", note: `it used ${busyOf(gateway)}` },
    {
      what: "Front page, nginx",
      rounds: speedOf(nginx),
      unit: "/s",
      note: `it used ${busyOf(nginx)}; well below 100 % means that wrk was the limit`,
    },
  ];
}

function missing(reason: string): Line {
  return { what: "Front page against nginx", missing: reason };
}
