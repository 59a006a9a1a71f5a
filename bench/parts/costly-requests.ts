import { SUBSCRIBERS_TABLE } from "../../protocol/src/subscriber.ts";
import { type Line, percentile99 } from "../figures.ts";
import { contentWithProducts } from "../support/catalogue.ts";
import { configOf } from "../support/config.ts";
import { type CostlyStore, fillStore, findCostlyRequests } from "../support/costly-store.ts";
import { type GatewayOptions, newDataFolder, startGateway } from "../support/gateway.ts";
import { fetchPacked } from "../support/http.ts";
import { needProcessAccounting, repeatDuring } from "../support/processes.ts";
import { openShop, type Shop, STORE_PATH } from "../support/shop.ts";
import { requestText, sendRequests } from "../workers/send-requests.ts";
import { emailOf, signUpRequest } from "../workers/sign-up.ts";
import { CREATE_CART } from "../workers/store-requests.ts";

const PRODUCTS = 250;
/** Requests that the search tries. */
const TRIES = 400;
const ROUNDS = 3;
const ATTACK_SECONDS = 10;
/** Connections of the attacker for each kind of request. */
const CONNECTIONS_EACH = 4;
/** On Linux, all of 127.0.0.0/8 is the loopback, so that each visitor can have a separate address, as fans do. */
const ATTACKER = "127.0.0.2";
/** Interval of another visitor's requests, in milliseconds. */
const EVERY_MS = { home: 20, cart: 50, signUp: 50 };
const WARM = 20;

/** Response times of visitors, in milliseconds. Infinite for rejected requests. */
type Waits = Record<keyof typeof EVERY_MS, number[]>;

/** Measures how long visitors wait while one address sends the costliest allowed requests without a pause. */
export async function measureCostlyRequests(say: (sentence: string) => void): Promise<Line[]> {
  // Only on Linux does one machine have many addresses.
  needProcessAccounting();
  const dataDir = newDataFolder();
  const settings = { CONTENT_DIR: contentWithProducts(PRODUCTS) };
  say("searching for costly requests");
  const { store, worst } = await searchAt({ dataDir, settings });
  for (const { description, milliseconds } of worst)
    say(`${milliseconds.toFixed(0)} ms without limits: ${description}`);

  await using shop = await openShop(await startGateway({ dataDir, settings: { ...settings, LIMITS: "on" } }));
  const { database } = await configOf(shop.port);
  const requests = [...worst.map(({ body }) => storePost(shop, body)), ...otherRequests(shop, store, database.anonKey)];
  const visitors = createVisitors(shop, database.anonKey);
  for (let count = 0; count < WARM; count += 1) for (const visit of Object.values(visitors)) await visit();
  const rounds: Waits[] = [];
  let sent = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    say(`attacking, ${round + 1} of ${ROUNDS}`);
    const { waits, attacks } = await visitDuringAttack(shop, requests, visitors);
    rounds.push(waits);
    sent += attacks;
  }
  return linesOf(rounds, sent / ROUNDS / ATTACK_SECONDS, requests.length);
}

/** Searches for costly requests while the limits are off. The shop's data stays in the data folder. */
async function searchAt(options: GatewayOptions) {
  await using shop = await openShop(await startGateway(options));
  const store = await fillStore(shop);
  return { store, worst: await findCostlyRequests(shop, store, TRIES) };
}

async function visitDuringAttack(
  { port }: Shop,
  requests: string[],
  visitors: Record<keyof Waits, () => Promise<number>>,
): Promise<{ waits: Waits; attacks: number }> {
  const connections = CONNECTIONS_EACH * requests.length;
  const attack = sendRequests({ port, connections, requests, from: ATTACKER, until: { seconds: ATTACK_SECONDS } });
  const waits: Waits = { home: [], cart: [], signUp: [] };
  const visit = (kind: keyof Waits) =>
    repeatDuring(attack, EVERY_MS[kind], async () => waits[kind].push(await visitors[kind]()));
  const [{ sent }] = await Promise.all([visit("home"), visit("cart"), visit("signUp")]);
  return { waits, attacks: sent };
}

/** Functions that send one request, each from another address. @returns the response times */
function createVisitors(shop: Shop, apikey: string): Record<keyof Waits, () => Promise<number>> {
  let visitor = 0;
  const nextAddress = () => {
    visitor += 1;
    return `127.1.${(visitor >> 8) % 256}.${visitor % 256}`;
  };
  const timed = async (path: string, expected: number, sent?: { body: string; headers: Record<string, string> }) => {
    const from = performance.now();
    const { status, body } = await fetchPacked(shop.port, path, { ...sent, from: nextAddress() });
    const isDone = status === expected && !(path === STORE_PATH && body.includes('"errors"'));
    return isDone ? performance.now() - from : Number.POSITIVE_INFINITY;
  };
  return {
    home: () => timed("/", 200),
    cart: () => timed(STORE_PATH, 200, { body: JSON.stringify({ query: CREATE_CART }), headers: shop.headers }),
    signUp() {
      const { path, ...sent } = signUpRequest(apikey, emailOf("costly", visitor));
      return timed(path, 201, sent);
    },
  };
}

/** Costly requests that the search does not try: a checkout with a thousand lines, changes of a cart, long filters. */
function otherRequests(shop: Shop, { ids, checkoutPath }: CostlyStore, apikey: string): string[] {
  const [cart = ""] = ids.carts;
  const change = {
    query:
      "mutation ($id: ID!, $lines: [CartLineUpdateInput!]!) { cartLinesUpdate(cartId: $id, lines: $lines) { cart { id } userErrors { code } } } #%NUMBER%",
    variables: { id: cart, lines: ids.cartLines.map((id) => ({ id, quantity: 2 })) },
  };
  const search = {
    query: `query ($q: String) { ${Array.from({ length: 20 }, (_, at) => `a${at}: products(first: 250, query: $q) { nodes { id } }`).join(" ")} } #%NUMBER%`,
    variables: {
      q: Array.from({ length: 80 }, (_, at) => `title:a${at}`)
        .join(" OR ")
        .slice(0, 990),
    },
  };
  const filter = Array.from({ length: 400 }, (_, at) => `email.like.*a${at}*`).join(",");
  return [
    requestText(shop.port, { path: checkoutPath, headers: { "Accept-Encoding": "br" } }),
    storePost(shop, JSON.stringify(change)),
    storePost(shop, JSON.stringify(search)),
    requestText(shop.port, {
      path: `/rest/v1/${SUBSCRIBERS_TABLE}?select=id&or=(${filter})`,
      headers: { apikey },
    }),
  ];
}

function storePost({ port, headers }: Shop, body: string): string {
  return requestText(port, { path: STORE_PATH, headers, body });
}

function linesOf(rounds: readonly Waits[], perSecond: number, kinds: number): Line[] {
  const ninetyNinth = (kind: keyof Waits) => rounds.map((waits) => percentile99(waits[kind]));
  const note = `${kinds} kinds of request over ${CONNECTIONS_EACH} connections each, ${Math.round(perSecond)} a second; limits on`;
  return [
    {
      what: "Home while one address sends the costliest requests, 99th percentile",
      rounds: ninetyNinth("home"),
      unit: "ms",
      aim: { atMost: 50 },
      note,
    },
    {
      what: "Another visitor's cartCreate meanwhile, 99th percentile",
      rounds: ninetyNinth("cart"),
      unit: "ms",
      aim: { atMost: 150 },
    },
    {
      what: "Another visitor's sign-up meanwhile, 99th percentile",
      rounds: ninetyNinth("signUp"),
      unit: "ms",
      aim: { atMost: 150 },
    },
  ];
}
