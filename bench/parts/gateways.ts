import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { nginxAround } from "../../hosting/checks/nginx-around.ts";
import { type Line, median, ratios } from "../figures.ts";
import { configOf } from "../support/config.ts";
import { type CpuShares, openCpuShares } from "../support/cpu-share.ts";
import { newFolder, ROOT } from "../support/folders.ts";
import { type BenchGateway, startGateway } from "../support/gateway.ts";
import { statusOf } from "../support/http.ts";
import { childrenOf, cpuTimeOf, outputOf, startServer } from "../support/processes.ts";
import { ensureTools, runWrk, type Tools } from "../support/tools.ts";

const ROUNDS = 3;
const SECONDS = 3;
const WARM_UP_SECONDS = 1;
const CONNECTIONS = 64;
/** Share of a core that each gateway gets, so that two gateways, nginx and the load fit on two cores. */
const SHARE = 0.25;
/** With this many cores, each of two gateways, nginx and the load has its own. */
const ENOUGH_CORES = 4;

/** The measured set-ups: one gateway without nginx, one behind nginx, and two behind nginx. */
const SET_UPS = ["direct", "one", "two"] as const;
type SetUp = (typeof SET_UPS)[number];
type Round = { perSecond: number; gateways: number; nginx: number };
type Site = { wrk: string; gateways: BenchGateway[]; proxies: Record<"one" | "two", Proxy> };
type Proxy = { port: number; workers: number[] };

/**
 * Compares how fast two gateways behind nginx, and one gateway, send server-rendered pages. A third Porchlight is the
 * provider of their services.
 */
export async function measureGateways(say: (sentence: string) => void): Promise<Line[]> {
  const tools = await ensureTools(say);
  await using servers = new AsyncDisposableStack();
  const site = await startSite(tools, servers);
  for (const setUp of SET_UPS) await load(site, setUp, WARM_UP_SECONDS);
  const shares = openCpuShares();
  return [...(await measureShares(site, shares)), ...(await measurePinned(site))];
}

async function startSite(tools: Tools, servers: AsyncDisposableStack): Promise<Site> {
  const provider = servers.use(await startGateway());
  const config = await configOf(provider.port);
  const settings = {
    SUPABASE_URL: provider.url,
    SUPABASE_ANON_KEY: config.database.anonKey,
    SHOPIFY_STORE_DOMAIN: provider.url,
    SHOPIFY_STOREFRONT_ACCESS_TOKEN: config.storefront.accessToken,
  };
  const gateways: BenchGateway[] = [];
  while (gateways.length < 2) gateways.push(servers.use(await startGateway({ settings })));
  const [first = 0, second = 0] = gateways.map(({ port }) => port);
  const proxies = {
    one: await startProxy(tools.nginx, [first, first], servers),
    two: await startProxy(tools.nginx, [first, second], servers),
  };
  return { wrk: tools.wrk, gateways, proxies };
}

/**
 * Starts nginx with the committed configuration, with one difference: it distinguishes visitors by connection, because
 * here all have the same address.
 */
async function startProxy(
  program: string,
  gateways: readonly [number, number],
  servers: AsyncDisposableStack,
): Promise<Proxy> {
  const recipe = readFileSync(join(ROOT, "hosting/two-gateways/nginx.conf"), "utf8");
  const spread = recipe.replace("hash $remote_addr consistent", "hash $remote_addr$remote_port consistent");
  if (spread === recipe) throw new Error("nginx.conf does not spread visitors by their address");
  const [http, https] = [await freePort(), await freePort()];
  const workers = Math.max(1, availableParallelism() - 3);
  const words = nginxAround(spread, newFolder("gateways"), { http, https, gateways, workers });
  // nginx redirects everybody to https. It listens on both ports or on none.
  const isReady = async () => (await statusOf(http, "/")) === 301;
  const { pid } = servers.use(await startServer(program, words, https, isReady));
  return { port: https, workers: childrenOf(pid) };
}

/** Limits each gateway to a quarter of a core, so that nginx and the load always have enough. */
async function measureShares(site: Site, shares: CpuShares | undefined): Promise<Line[]> {
  const what = `Front page: two gateways, as a multiple of one, ${SHARE} of a core each`;
  if (!shares) return [{ what, missing: "this needs root, to limit a process to a share of a core" }];
  try {
    for (const { pid } of site.gateways) shares.limit(pid, SHARE);
    const { direct, one, two } = await measureRounds(site);
    const aim = { atLeast: 1.6 };
    return [
      { what, rounds: ratios(speeds(two), speeds(one)), unit: "×", aim, note: noteOn(two) },
      {
        what: "The same, as a multiple of one without nginx",
        rounds: ratios(speeds(two), speeds(direct)),
        unit: "×",
        aim,
      },
      { what: "Front page, one gateway with that share", rounds: speeds(one), unit: "/s" },
      { what: "Front page, two gateways with that share", rounds: speeds(two), unit: "/s" },
    ];
  } finally {
    for (const { pid } of site.gateways) shares.release(pid);
    shares.end();
  }
}

/** Pins each gateway to a core. With fewer than four cores, nginx and the load have to share them. */
async function measurePinned(site: Site): Promise<Line[]> {
  const cores = availableParallelism();
  for (const [core, { pid }] of site.gateways.entries()) {
    await outputOf("taskset", ["--all-tasks", "--cpu-list", "--pid", String(core % cores), String(pid)]);
  }
  const { direct, one, two } = await measureRounds(site);
  const isEnough = cores >= ENOUGH_CORES;
  const allowed = isEnough ? "" : `; the gateways, nginx and wrk shared ${cores} cores, which was the limit`;
  return [
    {
      what: "Front page: two gateways, as a multiple of one, pinned to a core each",
      rounds: ratios(speeds(two), speeds(one)),
      unit: "×",
      ...(isEnough && { aim: { atLeast: 1.6 } }),
      note: `${noteOn(two)}${allowed}`,
    },
    { what: "Front page, one gateway pinned to a core, without nginx", rounds: speeds(direct), unit: "/s" },
    { what: "Front page, one gateway pinned to a core", rounds: speeds(one), unit: "/s", note: noteOn(one) },
    { what: "Front page, two gateways pinned to a core each", rounds: speeds(two), unit: "/s" },
  ];
}

async function measureRounds(site: Site): Promise<Record<SetUp, Round[]>> {
  const rounds: Record<SetUp, Round[]> = { direct: [], one: [], two: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, so that none has an advantage when the machine warms up or slows down.
    for (const setUp of round % 2 ? SET_UPS.toReversed() : SET_UPS)
      rounds[setUp].push(await load(site, setUp, SECONDS));
  }
  return rounds;
}

async function load({ wrk, gateways, proxies }: Site, setUp: SetUp, seconds: number): Promise<Round> {
  const [first] = gateways;
  if (first === undefined) throw new Error("No gateway was started");
  const workers = setUp === "direct" ? [] : proxies[setUp].workers;
  const used = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuTimeOf(pid), 0);
  const pids = gateways.map(({ pid }) => pid);
  const before = { gateways: used(pids), nginx: used(workers), at: performance.now() };
  const url = setUp === "direct" ? `${first.url}/` : `https://127.0.0.1:${proxies[setUp].port}/`;
  const { perSecond } = await runWrk(wrk, { url, connections: CONNECTIONS, seconds });
  const microseconds = (performance.now() - before.at) * 1000;
  return {
    perSecond,
    gateways: (used(pids) - before.gateways) / microseconds,
    nginx: (used(workers) - before.nginx) / microseconds,
  };
}

function speeds(rounds: Round[]): number[] {
  return rounds.map(({ perSecond }) => perSecond);
}

function noteOn(rounds: Round[]): string {
  const percent = (of: (round: Round) => number) => Math.round(median(rounds.map(of)) * 100);
  return (
    `https, HTTP/1.1, ${CONNECTIONS} connections of wrk, each a visitor; the gateways used ` +
    `${percent(({ gateways }) => gateways)} % of a core, nginx ${percent(({ nginx }) => nginx)} %`
  );
}
