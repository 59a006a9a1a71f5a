import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { type Line, percentile99, ratios } from "../figures.ts";
import { newFolder, ROOT } from "../support/folders.ts";
import { type PackedResponse, statusOf } from "../support/http.ts";
import { startNginx } from "../support/nginx.ts";
import { cpuTimeOf, millisecondsOf, repeatDuring, runWorker, type Server, startServer } from "../support/processes.ts";
import { ask, askPacked, type Shop, STORE_PATH, startShop } from "../support/shop.ts";
import { ensureTools, runWrk, type Tools } from "../support/tools.ts";
import type { BareWrites } from "../workers/bare-writes.ts";
import { requestText, sendRequests } from "../workers/send-requests.ts";
import { addToCart, CREATE_CART, HOSTILE_REQUESTS, PRODUCTS_QUERY } from "../workers/store-requests.ts";

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;
const CARTS = 64;
/** Interval of a fan's requests during hostile requests, in milliseconds. */
const FAN_EVERY_MS = 10;
const HOSTILE_ROUNDS = 3;
const HOSTILE_SECONDS = 6;

/** Measures what a list of products and a cart addition cost, and how much hostile requests slow other visitors. */
export async function measureStore(say: (sentence: string) => void): Promise<Line[]> {
  const tools = await ensureTools(say);
  await using small = await startShop(30);
  await using large = await startShop(5_000);
  say("requesting products");
  const products = await measureProducts(small, large, tools);
  say("adding to carts");
  const carts = await measureCarts(small);
  say("sending hostile requests");
  return [...products, ...carts, ...(await measureHostile(large))];
}

async function measureProducts(small: Shop, large: Shop, tools: Tools): Promise<Line[]> {
  const answer = await askPacked(small, PRODUCTS_QUERY);
  await using nginx = await startNginx(tools.nginx, answer);
  await using bare = await startBareJson(answer);
  const load = { connections: CONNECTIONS, seconds: SECONDS };
  const cpuEach = async (
    { pid, port }: Server,
    request: { path: string; body?: string; headers?: Shop["headers"] },
  ) => {
    const before = cpuTimeOf(pid);
    const { requests } = await runWrk(tools.wrk, {
      url: `http://127.0.0.1:${port}${request.path}`,
      ...request,
      ...load,
    });
    return (cpuTimeOf(pid) - before) / requests;
  };
  const body = JSON.stringify({ query: PRODUCTS_QUERY });
  const ofShop = (shop: Shop) => cpuEach(shop, { path: STORE_PATH, body, headers: shop.headers });
  const rounds = { small: [] as number[], large: [] as number[], bare: [] as number[], file: [] as number[] };
  const sides = [
    async () => rounds.small.push(await ofShop(small)),
    async () => rounds.large.push(await ofShop(large)),
    async () => rounds.bare.push(await cpuEach(bare, { path: "/" })),
    async () => rounds.file.push(await cpuEach(nginx, { path: "/" })),
  ];
  await ofShop(small);
  await ofShop(large);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each goes first in turn, so that none has an advantage when the machine warms up or slows down.
    for (let side = 0; side < sides.length; side += 1) await sides[(side + round) % sides.length]?.();
  }
  return [
    {
      what: "30 products: CPU, as a multiple of a bare server that sends the same bytes",
      rounds: ratios(rounds.small, rounds.bare),
      unit: "×",
      aim: { atMost: 3 },
      note: `${answer.body.length} bytes of Brotli each; a bare node:http server sends them; wrk, ${CONNECTIONS} connections`,
    },
    {
      what: "30 products: CPU, as a multiple of nginx that sends the same bytes",
      rounds: ratios(rounds.small, rounds.file),
      unit: "×",
    },
    { what: "30 products: CPU per response", rounds: rounds.small, unit: "µs" },
    { what: "The same bytes, bare node:http: CPU per response", rounds: rounds.bare, unit: "µs" },
    { what: "The same bytes, nginx: CPU per response", rounds: rounds.file, unit: "µs" },
    {
      what: "30 products out of 5,000: CPU, as a multiple of 30 out of 30",
      rounds: ratios(rounds.large, rounds.small),
      unit: "×",
      aim: { atMost: 1.5 },
    },
  ];
}

/** Starts a server that only sends the bytes of a response. */
async function startBareJson({ headers, body }: PackedResponse): Promise<Server> {
  const file = join(newFolder("bare-json"), "answer.json");
  const sent = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !["connection", "keep-alive", "date"].includes(name)),
  );
  writeFileSync(file, JSON.stringify({ headers: sent, body: body.toString("base64") }));
  const port = await freePort();
  const words = [join(ROOT, "bench/workers/bare-json.ts"), file, String(port)];
  return startServer(process.execPath, words, port, async () => (await statusOf(port, "/")) === 200);
}

async function measureCarts(shop: Shop): Promise<Line[]> {
  const { products } = (await ask(shop, "{products(first: 1) {nodes {variants(first: 1) {nodes {id}}}}}")) as {
    products: { nodes: { variants: { nodes: { id: string }[] } }[] };
  };
  const variant = products.nodes[0]?.variants.nodes[0]?.id ?? "";
  const requests = await Promise.all(
    Array.from({ length: CARTS }, async () => {
      const created = (await ask(shop, CREATE_CART)) as { cartCreate: { cart: { id: string } } };
      const body = addToCart(created.cartCreate.cart.id, variant);
      return requestText(shop.port, { path: STORE_PATH, headers: shop.headers, body });
    }),
  );
  const bareFolder = newFolder("bare-carts");
  const overHttp: number[] = [];
  const speed: number[] = [];
  const bare: number[] = [];
  const load = { port: shop.port, connections: CARTS, requests, good: 200 };
  const add = async () => {
    const before = cpuTimeOf(shop.pid);
    const { acknowledged, seconds } = await sendRequests({ ...load, until: { seconds: SECONDS } });
    speed.push(acknowledged / seconds);
    overHttp.push((cpuTimeOf(shop.pid) - before) / acknowledged);
  };
  const change = async () => {
    const { cpuTime, rows } = await runWorker<BareWrites>("bare-writes.ts", "carts", bareFolder, String(SECONDS));
    bare.push(cpuTime / rows);
  };
  await sendRequests({ ...load, until: { seconds: 1 } });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 ? [change, add] : [add, change]) await side();
  }
  return [
    {
      what: "Adding to a cart over HTTP: CPU, as a multiple of a bare SQLite write of the same row",
      rounds: ratios(overHttp, bare),
      unit: "×",
      aim: { atMost: 3 },
      note: `${CARTS} carts, each on a connection of its own; bare SQLite syncs each write`,
    },
    { what: "CPU per addition to a cart over HTTP", rounds: overHttp, unit: "µs" },
    { what: "CPU per bare SQLite write of a cart", rounds: bare, unit: "µs" },
    { what: "Additions to carts over HTTP", rounds: speed, unit: "/s" },
  ];
}

/** Requests a page every few milliseconds, while hostile documents arrive over several connections without a pause. */
async function measureHostile({ port, headers }: Shop): Promise<Line[]> {
  const requests = HOSTILE_REQUESTS.map((body) => requestText(port, { path: STORE_PATH, headers, body }));
  const connections = requests.length;
  const p99: number[] = [];
  let sentInAll = 0;
  for (let round = 0; round < HOSTILE_ROUNDS; round += 1) {
    const times: number[] = [];
    const flood = sendRequests({ port, connections, requests, until: { seconds: HOSTILE_SECONDS } });
    const { sent } = await repeatDuring(flood, FAN_EVERY_MS, async () =>
      times.push(await millisecondsOf(() => statusOf(port, "/shop"))),
    );
    sentInAll += sent;
    p99.push(percentile99(times));
  }
  return [
    {
      what: "A page during hostile GraphQL requests, 99th percentile",
      rounds: p99,
      unit: "ms",
      aim: { atMost: 50 },
      note: `${connections} connections without a pause, ${Math.round(sentInAll / HOSTILE_ROUNDS / HOSTILE_SECONDS)} requests a second`,
    },
  ];
}
