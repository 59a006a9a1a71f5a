import { type Growth, median } from "../../figures.ts";
import { contentWithProducts } from "../../support/catalogue.ts";
import { newDataFolder, startOften } from "../../support/gateway.ts";
import { fetchSettled } from "../../support/http.ts";
import { cpuTimeOf } from "../../support/processes.ts";
import { ask, headersOf, openShop, type Shop, STORE_PATH } from "../../support/shop.ts";
import { runWrk, type WrkRequest } from "../../support/tools.ts";
import { PRODUCTS_QUERY } from "../../workers/store-requests.ts";
import { createCurves } from "./curves.ts";

const SIZES = [30, 300, 3_000];
const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 32;
/** New queries in a round. */
const NEW_QUESTIONS = 20;

/** The products of the shop's screen and the finished shop page, with catalogues of growing length. */
export async function growthOfShop(wrk: string, say: (sentence: string) => void): Promise<Growth> {
  const curves = createCurves();
  for (const size of SIZES) {
    say(`${size.toLocaleString("en")} products`);
    const options = {
      dataDir: newDataFolder(),
      settings: { CONTENT_DIR: contentWithProducts(size) },
      firstPath: "/shop",
    };
    const { gateway, startsMs } = await startOften(options, ROUNDS);
    try {
      const shop = await openShop(gateway);
      const body = JSON.stringify({ query: PRODUCTS_QUERY });
      const products = { url: shop.url + STORE_PATH, body, headers: headersOf(shop) };
      const page = { url: `${shop.url}/shop` };
      const { body: packed } = await fetchSettled(shop.port, "/shop");
      await ask(shop, PRODUCTS_QUERY);
      const costs = await cpuRounds(wrk, shop, { products, page });
      curves.add({ panel: "An answer asked before, CPU", unit: "µs", name: "30 products", size }, costs.products);
      curves.add({ panel: "An answer asked before, CPU", unit: "µs", name: "shop page", size }, costs.page);
      curves.add({ panel: "30 products, never asked before", unit: "ms", size }, await newQuestions(shop));
      curves.add({ panel: "Finished shop page, Brotli", unit: "kB", size }, [packed.length / 1000]);
      curves.add({ panel: "Starting, to the shop page", unit: "ms", size }, startsMs);
    } finally {
      await gateway.stop();
    }
  }
  return {
    of: "products",
    panels: curves.panels(),
    note: `CPU of the gateway for each request of wrk, ${CONNECTIONS} connections. The page holds the first hundred products.`,
  };
}

async function cpuRounds<Name extends string>(
  wrk: string,
  { pid }: Shop,
  requests: Record<Name, WrkRequest>,
): Promise<Record<Name, number[]>> {
  // Both records have the same names.
  const names = Object.keys(requests) as Name[];
  const rounds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of names) {
      const before = cpuTimeOf(pid);
      const { requests: sent, failed } = await runWrk(wrk, {
        ...requests[name],
        connections: CONNECTIONS,
        seconds: SECONDS,
      });
      // The first round warms up; on a slow machine it exceeds wrk's timeout.
      if (round === 0) continue;
      if (failed > 0 || sent === 0) throw new Error(`${failed} of ${sent} requests failed`);
      rounds[name].push((cpuTimeOf(pid) - before) / sent);
    }
  }
  return rounds;
}

/** Each query has a unique text, so that no cached response helps. */
async function newQuestions(shop: Shop): Promise<number[]> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times: number[] = [];
    for (let number = 0; number < NEW_QUESTIONS; number += 1) {
      const from = performance.now();
      await ask(shop, `${PRODUCTS_QUERY} # ${round} ${number}`);
      times.push(performance.now() - from);
    }
    if (round > 0) rounds.push(median(times));
  }
  return rounds;
}
