import { type Figure, type Growth, median } from "../figures.ts";
import { contentWithProducts } from "../support/catalogue.ts";
import { newDataFolder, startOften } from "../support/gateway.ts";
import { fetchSettled } from "../support/http.ts";
import { cpuTimeOf, millisecondsOf } from "../support/processes.ts";
import { ask, openShop, type Shop, STORE_PATH } from "../support/shop.ts";
import { ensureTools, runWrk, type WrkRequest } from "../support/tools.ts";
import { PRODUCTS_QUERY } from "../workers/store-requests.ts";

const SIZES = [30, 300, 3_000];
const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 32;
/** New queries in each round. */
const NEW_QUERIES = 20;

/** Measures the query of the shop's screen and the finished shop page, with catalogues of increasing length. */
export async function growthOfShop(say: (sentence: string) => void): Promise<Growth> {
  const { wrk } = await ensureTools(say);
  const sizes: Growth["sizes"] = [];
  for (const size of SIZES) {
    say(`${size.toLocaleString("en")} products`);
    sizes.push({ size, figures: await figuresAt(size, wrk) });
  }
  return {
    of: "products",
    sizes,
    note: `CPU of the gateway for each request of wrk, ${CONNECTIONS} connections. The page holds the first hundred products.`,
  };
}

async function figuresAt(size: number, wrk: string): Promise<Figure[]> {
  const settings = { CONTENT_DIR: contentWithProducts(size) };
  const started = await startOften({ dataDir: newDataFolder(), settings, firstPath: "/shop" }, ROUNDS);
  await using gateway = started.gateway;
  const shop = await openShop(gateway);
  const { body: packed } = await fetchSettled(shop.port, "/shop");
  await ask(shop, PRODUCTS_QUERY);
  const products = {
    url: shop.url + STORE_PATH,
    body: JSON.stringify({ query: PRODUCTS_QUERY }),
    headers: shop.headers,
  };
  const [ofProducts = [], ofPage = []] = await cpuRounds(wrk, shop, [products, { url: `${shop.url}/shop` }]);
  return [
    { what: "A cached response, CPU: 30 products", rounds: ofProducts, unit: "µs" },
    { what: "A cached response, CPU: shop page", rounds: ofPage, unit: "µs" },
    { what: "30 products, not cached", rounds: await timesOfNewQueries(shop), unit: "ms" },
    { what: "Finished shop page, Brotli", rounds: [packed.length / 1000], unit: "kB" },
    { what: "From start to the first shop page", rounds: started.startsMs, unit: "ms" },
  ];
}

/** @returns for each request and each round, the CPU time of one response, in microseconds */
async function cpuRounds(wrk: string, { pid }: Shop, requests: WrkRequest[]): Promise<number[][]> {
  const rounds: number[][] = requests.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, request] of requests.entries()) {
      const before = cpuTimeOf(pid);
      const load = { ...request, connections: CONNECTIONS, seconds: SECONDS };
      // The first round warms up.
      const { requests: sent } = await runWrk(wrk, load, round === 0);
      if (round > 0) rounds[at]?.push((cpuTimeOf(pid) - before) / sent);
    }
  }
  return rounds;
}

/** Response times of queries that are not cached because their texts are unique: medians by round, in milliseconds. */
async function timesOfNewQueries(shop: Shop): Promise<number[]> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times: number[] = [];
    for (let number = 0; number < NEW_QUERIES; number += 1) {
      times.push(await millisecondsOf(() => ask(shop, `${PRODUCTS_QUERY} # ${round} ${number}`)));
    }
    rounds.push(median(times));
  }
  return rounds.slice(1);
}
