import { setTimeout as pause } from "node:timers/promises";
import { SCREEN_PATHS } from "../../protocol/src/content.ts";
import type { Line } from "../figures.ts";
import { configOf } from "../support/config.ts";
import { type BenchGateway, startGateway } from "../support/gateway.ts";
import { needProcessAccounting, repeatDuring, residentMegabytes } from "../support/processes.ts";
import { openShop, STORE_PATH } from "../support/shop.ts";
import { requestText, sendRequests } from "../workers/send-requests.ts";
import { emailOf, signUpRequest } from "../workers/sign-up.ts";
import { PRODUCTS_QUERY } from "../workers/store-requests.ts";

const ROUNDS = 3;
const PAGES = 10_000;
/** How long sign-ups and store queries are sent, in seconds. */
const LOAD_SECONDS = 4;
/** Connections of each kind of load. */
const CONNECTIONS = 32;
/** How long a gateway is idle before its memory is read, in milliseconds. V8 returns memory after 8 seconds. */
const REST_MS = 15_000;
/** Interval at which a gateway's memory is read under load, in milliseconds. */
const READ_EVERY_MS = 20;

/** Measures the memory of the gateway: just started, under load, and at rest after the load. */
export async function measureMemory(): Promise<Line[]> {
  needProcessAccounting();
  const [started, ofPages, used, ofAll]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await using gateway = await startGateway();
    await pause(REST_MS);
    started.push(residentMegabytes(gateway.pid));
    ofPages.push(await peakOf(gateway, loadPages(gateway, 16)));
    await pause(REST_MS);
    used.push(residentMegabytes(gateway.pid));
    ofAll.push(await peakOf(gateway, loadAll(gateway)));
  }
  return [
    { what: "Memory at rest, just started", rounds: started, unit: "MB" },
    { what: `Peak memory while ${PAGES.toLocaleString("en")} pages are requested`, rounds: ofPages, unit: "MB" },
    {
      what: `Memory at rest, after ${PAGES.toLocaleString("en")} pages`,
      rounds: used,
      unit: "MB",
      aim: { atMost: 120 },
    },
    {
      what: "Peak memory under pages, sign-ups and store queries at once",
      rounds: ofAll,
      unit: "MB",
      aim: { atMost: 250 },
      note: `${CONNECTIONS} connections each without a pause; memory is read every ${READ_EVERY_MS} ms`,
    },
  ];
}

/** The peak memory of a gateway during a load, in megabytes. */
async function peakOf({ pid }: BenchGateway, load: Promise<unknown>): Promise<number> {
  let peak = 0;
  await repeatDuring(load, READ_EVERY_MS, () => {
    peak = Math.max(peak, residentMegabytes(pid));
  });
  return peak;
}

function loadPages({ port }: BenchGateway, connections: number): Promise<unknown> {
  const headers = { "Accept-Encoding": "br" };
  const requests = Object.values(SCREEN_PATHS).map((path) => requestText(port, { path, headers }));
  return sendRequests({ port, connections, requests, until: { count: PAGES }, good: 200 });
}

async function loadAll(gateway: BenchGateway): Promise<void> {
  const { port } = gateway;
  const { database } = await configOf(port);
  const { headers } = await openShop(gateway);
  const load = { port, connections: CONNECTIONS, until: { seconds: LOAD_SECONDS } };
  const signUp = requestText(port, signUpRequest(database.anonKey, emailOf("memory", "%NUMBER%")));
  const products = requestText(port, { path: STORE_PATH, headers, body: JSON.stringify({ query: PRODUCTS_QUERY }) });
  await Promise.all([
    loadPages(gateway, CONNECTIONS),
    sendRequests({ ...load, requests: [signUp], good: 201 }),
    sendRequests({ ...load, requests: [products], good: 200 }),
  ]);
}
