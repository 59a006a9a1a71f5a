import { setTimeout as pause } from "node:timers/promises";
import { SCREEN_PATHS } from "../../protocol/src/content.ts";
import type { Line } from "../figures.ts";
import { configOf } from "../support/config.ts";
import { type BenchGateway, startGateway } from "../support/gateway.ts";
import { hasProcessAccounting, residentMegabytes } from "../support/processes.ts";
import { sendRequests } from "../workers/send-requests.ts";
import { PRODUCTS_QUERY } from "../workers/store-requests.ts";

const ROUNDS = 3;
const PAGES = 10_000;
/** How long everything at once goes on, in seconds. */
const LOAD_SECONDS = 4;
/** Connections of each kind of load. */
const CONNECTIONS = 32;
/** How long a gateway may come to rest before its memory is read, in milliseconds. */
const REST_MS = 1_500;
/** How often its memory is read under load, in milliseconds. */
const LOOK_EVERY_MS = 20;

/** Memory of the gateway: just started, under load, and at rest after it. */
export async function measureMemory(): Promise<Line[]> {
  if (!hasProcessAccounting) return [{ what: "Memory", missing: "this needs Linux" }];
  const [started, ofPages, used, ofAll]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const gateway = await startGateway();
    try {
      await pause(REST_MS);
      started.push(residentMegabytes(gateway.pid));
      const paths = Object.values(SCREEN_PATHS);
      const { port } = gateway;
      ofPages.push(await peakOf(gateway, sendRequests({ kind: "pages", port, connections: 16, paths, count: PAGES })));
      await pause(REST_MS);
      used.push(residentMegabytes(gateway.pid));
      ofAll.push(await peakOf(gateway, loadAll(gateway)));
    } finally {
      await gateway.stop();
    }
  }
  return [
    { what: "Memory at rest, just started", rounds: started, unit: "MB" },
    { what: `Memory while ${PAGES.toLocaleString("en")} pages are asked for, most`, rounds: ofPages, unit: "MB" },
    { what: `Memory at rest, after ${PAGES.toLocaleString("en")} pages`, rounds: used, unit: "MB" },
    {
      what: "Memory under pages, sign-ups and the store's questions at once, most",
      rounds: ofAll,
      unit: "MB",
      note: `${CONNECTIONS} connections each without a pause, for ${LOAD_SECONDS} s; read every ${LOOK_EVERY_MS} ms`,
    },
  ];
}

/** The most memory that a gateway has until some load is over, in megabytes. */
async function peakOf({ pid }: BenchGateway, load: Promise<unknown>): Promise<number> {
  let peak = residentMegabytes(pid);
  const looking = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, LOOK_EVERY_MS);
  try {
    await load;
  } finally {
    clearInterval(looking);
  }
  return peak;
}

async function loadAll({ port }: BenchGateway): Promise<void> {
  const { database, storefront } = await configOf(port);
  const load = { port, connections: CONNECTIONS, seconds: LOAD_SECONDS };
  const body = JSON.stringify({ query: PRODUCTS_QUERY });
  const pages = {
    kind: "pages",
    port,
    connections: CONNECTIONS,
    paths: Object.values(SCREEN_PATHS),
    count: PAGES,
  } as const;
  await Promise.all([
    sendRequests(pages),
    sendRequests({ ...load, kind: "sign-ups", round: "memory", apikey: database.anonKey }),
    sendRequests({ ...load, kind: "store", bodies: [body], accessToken: storefront.accessToken }),
  ]);
}
