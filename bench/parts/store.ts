import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { type Line, ratios } from "../figures.ts";
import { newFolder, ROOT } from "../support/gateway.ts";
import { type PackedResponse, statusOf } from "../support/http.ts";
import { startNginx } from "../support/nginx.ts";
import { cpuTimeOf, end, endWithUs, hasProcessAccounting, outputOf } from "../support/processes.ts";
import { ask, askPacked, headersOf, type Shop, STORE_PATH, startShop } from "../support/shop.ts";
import { ensureTools, runWrk } from "../support/tools.ts";
import type { BareCarts } from "../workers/bare-carts.ts";
import { sendRequests } from "../workers/send-requests.ts";
import { addToCart, CREATE_CART, HOSTILE_REQUESTS, PRODUCTS_QUERY } from "../workers/store-requests.ts";

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;
const CARTS = 64;
/** Interval of a fan's requests during hostile requests, in milliseconds. */
const FAN_EVERY_MS = 10;
const HOSTILE_SECONDS = 6;

/** The store's endpoint: what a list of products and an addition to a cart cost, and what hostile requests do to others. */
export async function measureStore(say: (sentence: string) => void): Promise<Line[]> {
  if (!hasProcessAccounting) return [missing("this needs Linux, where a process's CPU time can be read")];
  const tools = await ensureTools(say);
  if (!tools.ok) return [missing(tools.reason)];
  const small = await startShop(30);
  const large = await startShop(5_000);
  try {
    say("asking for products");
    const products = await measureProducts(small, large, tools);
    say("adding to carts");
    const carts = await measureCarts(small);
    say("sending hostile requests");
    return [...products, ...carts, ...(await measureHostile(large))];
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function measureProducts(small: Shop, large: Shop, tools: { nginx: string; wrk: string }): Promise<Line[]> {
  const answer = await askPacked(small, PRODUCTS_QUERY);
  const nginx = await startNginx(tools.nginx, answer);
  const bare = await startBareJson(answer);
  try {
    const body = JSON.stringify({ query: PRODUCTS_QUERY });
    const cpuEach = async (pid: number, port: number, shop?: Shop) => {
      const before = cpuTimeOf(pid);
      const path = shop ? STORE_PATH : "/";
      const request = shop ? { body, headers: headersOf(shop) } : {};
      const { requests, failed } = await runWrk(tools.wrk, {
        url: `http://127.0.0.1:${port}${path}`,
        ...request,
        connections: CONNECTIONS,
        seconds: SECONDS,
      });
      if (failed > 0 || requests === 0) throw new Error(`${failed} of ${requests} requests failed`);
      return (cpuTimeOf(pid) - before) / requests;
    };
    const rounds = { small: [] as number[], large: [] as number[], bare: [] as number[], file: [] as number[] };
    const sides = [
      async () => rounds.small.push(await cpuEach(small.pid, small.port, small)),
      async () => rounds.large.push(await cpuEach(large.pid, large.port, large)),
      async () => rounds.bare.push(await cpuEach(bare.pid, bare.port)),
      async () => rounds.file.push(await cpuEach(nginx.workerPid, nginx.port)),
    ];
    await cpuEach(small.pid, small.port, small);
    await cpuEach(large.pid, large.port, large);
    for (let round = 0; round < ROUNDS; round += 1) {
      // They take turns to go first, so that a machine that warms up or slows down favours none.
      for (let side = 0; side < sides.length; side += 1) await sides[(side + round) % sides.length]?.();
    }
    return [
      {
        what: "30 products, CPU over a static JSON of the same bytes",
        rounds: ratios(rounds.small, rounds.bare),
        unit: "×",
        aim: { atMost: 3 },
        note: `${answer.body.length} bytes of Brotli each; a bare node:http server sends them; wrk, ${CONNECTIONS} connections`,
      },
      {
        what: "30 products, CPU over nginx sending the same bytes",
        rounds: ratios(rounds.small, rounds.file),
        unit: "×",
      },
      { what: "30 products, CPU each", rounds: rounds.small, unit: "µs" },
      { what: "The same bytes, bare node:http, CPU each", rounds: rounds.bare, unit: "µs" },
      { what: "The same bytes, nginx, CPU each", rounds: rounds.file, unit: "µs" },
      {
        what: "30 of 5,000 products, CPU over 30 of 30",
        rounds: ratios(rounds.large, rounds.small),
        unit: "×",
        aim: { atMost: 1.5 },
      },
    ];
  } finally {
    await nginx.stop();
    await bare.stop();
  }
}

/** A server that does nothing but send an answer's bytes. */
async function startBareJson({ headers, body }: PackedResponse) {
  const file = join(newFolder("bare-json"), "answer.json");
  const sent = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !["connection", "keep-alive", "date"].includes(name)),
  );
  writeFileSync(file, JSON.stringify({ headers: sent, body: body.toString("base64") }));
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, "bench/workers/bare-json.ts"), file, String(port)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  endWithUs(child);
  while ((await statusOf(port, "/")) !== 200) await pause(25);
  // It has answered, so it runs.
  return { port, pid: child.pid as number, stop: () => end(child, "SIGTERM") };
}

async function measureCarts(shop: Shop): Promise<Line[]> {
  const { products } = (await ask(shop, "{products(first: 1) {nodes {variants(first: 1) {nodes {id}}}}}")) as {
    products: { nodes: { variants: { nodes: { id: string }[] } }[] };
  };
  const variant = products.nodes[0]?.variants.nodes[0]?.id ?? "";
  const carts = await Promise.all(
    Array.from({ length: CARTS }, async () => {
      const created = (await ask(shop, CREATE_CART)) as { cartCreate: { cart: { id: string } } };
      return addToCart(created.cartCreate.cart.id, variant);
    }),
  );
  const bareFolder = newFolder("bare-carts");
  const overHttp: number[] = [];
  const bare: number[] = [];
  const speed: number[] = [];
  const add = async (seconds: number) => {
    const before = cpuTimeOf(shop.pid);
    const outcome = await sendRequests({
      kind: "store",
      port: shop.port,
      connections: CARTS,
      bodies: carts,
      accessToken: shop.accessToken,
      seconds,
    });
    speed.push(outcome.acknowledged / outcome.seconds);
    overHttp.push((cpuTimeOf(shop.pid) - before) / outcome.acknowledged);
  };
  const change = async () => {
    const script = join(ROOT, "bench/workers/bare-carts.ts");
    // Written by our own process.
    const { cpuTime, changes } = JSON.parse(
      await outputOf(process.execPath, [script, bareFolder, String(SECONDS)]),
    ) as BareCarts;
    bare.push(cpuTime / changes);
  };
  await add(1);
  overHttp.length = 0;
  speed.length = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 ? [change, () => add(SECONDS)] : [() => add(SECONDS), change]) await side();
  }
  return [
    {
      what: "Cart add over HTTP, CPU over a bare SQLite write of the same row",
      rounds: ratios(overHttp, bare),
      unit: "×",
      aim: { atMost: 3 },
      note: `${CARTS} carts, each on a connection of its own; the bare side syncs each write`,
    },
    { what: "Cart add over HTTP, CPU each", rounds: overHttp, unit: "µs" },
    { what: "Bare SQLite write of a cart, CPU each", rounds: bare, unit: "µs" },
    { what: "Cart adds over HTTP", rounds: speed, unit: "/s" },
  ];
}

/** A page every few milliseconds while hostile documents come over several connections without a pause. */
async function measureHostile(shop: Shop): Promise<Line[]> {
  const p99: number[] = [];
  let rejected = 0;
  for (let round = 0; round < 3; round += 1) {
    let isOver = false;
    const flood = sendRequests({
      kind: "store",
      port: shop.port,
      connections: HOSTILE_REQUESTS.length,
      bodies: HOSTILE_REQUESTS,
      accessToken: shop.accessToken,
      seconds: HOSTILE_SECONDS,
      takesAnyAnswer: true,
    }).finally(() => {
      isOver = true;
    });
    const times: number[] = [];
    while (!isOver) {
      const from = performance.now();
      await statusOf(shop.port, "/shop");
      times.push(performance.now() - from);
      await pause(FAN_EVERY_MS);
    }
    rejected += (await flood).sent;
    p99.push(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN);
  }
  return [
    {
      what: "A page while hostile GraphQL arrives, 99th percentile",
      rounds: p99,
      unit: "ms",
      aim: { atMost: 50 },
      note: `${HOSTILE_REQUESTS.length} connections without a pause, ${Math.round(rejected / 3 / HOSTILE_SECONDS)} requests a second`,
    },
  ];
}

function missing(reason: string): Line {
  return { what: "The store", missing: reason };
}
