import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished } from "vitest";
import { Listener } from "../gateway/src/services/realtime/listener.case.ts";
import { aTestFolder, type GatewayProcess, someContent, startGateway } from "../gateway/src/testing/gateway-process.ts";
import { OWNER } from "../gateway/src/testing/signed-in.ts";
import { readRecipe, startNginx } from "./checks/proxies.ts";
import { type Answer, aTunnel, send } from "./checks/visitor.ts";

/** The public configuration of a gateway. */
export type PublicConfig = { database: { anonKey: string }; storefront: { accessToken: string } };

/** The server-rendered page of each gateway has its name in the subtitle. */
const GATEWAYS = ["first", "second"] as const;
export type GatewayName = (typeof GATEWAYS)[number];

const OWNER_SETTINGS = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password };

const PRODUCTS = `products:
  - handle: lamp-pin
    title: Lamp pin
    price: "9.00"
    grams: 20
    description: A pin.
`;

/** Two gateways behind nginx. Their list, sign-in, live updates and shop are at a third Porchlight. */
export async function twoGateways() {
  const provider = await startGateway({
    dataDir: aTestFolder(),
    contentDir: contentOf("provider"),
    settings: OWNER_SETTINGS,
  });
  const providersConfig = await configOf(provider.url);
  const places = await Promise.all(
    GATEWAYS.map(async (name) => ({
      port: await aLastingPort(),
      dataDir: aTestFolder(),
      contentDir: contentOf(name),
      settings: {
        PUBLIC_URL: "https://example.com",
        TRUST_PROXY: "loopback",
        ADMIN_EMAIL: OWNER.email,
        SUPABASE_URL: provider.url,
        SUPABASE_ANON_KEY: providersConfig.database.anonKey,
        SHOPIFY_STORE_DOMAIN: provider.url,
        SHOPIFY_STOREFRONT_ACCESS_TOKEN: providersConfig.storefront.accessToken,
      },
    })),
  );
  const [first, second] = places;
  if (first === undefined || second === undefined) throw new Error("Two gateways are needed");
  const gateways = { first: await startGateway(first), second: await startGateway(second) };
  const ports = [first.port, second.port] as const;
  const { https: port } = await startNginx(readRecipe("hosting/two-gateways/nginx.conf"), ports);
  return {
    provider,
    gateways,
    port,
    config: await configOf(gateways.first.url),
    /** Starts a gateway again after it has ended, with the same options. */
    async startAgain(name: GatewayName) {
      gateways[name] = await startGateway(name === "first" ? first : second);
      expect(gateways[name].output()).toContain("Porchlight is lit");
    },
    /** The gateway that sends the front page to a visitor. */
    gatewayOf: async (from: string) => gatewayIn(await send({ port, from })),
  };
}

/** The site in a test. */
type TwoGateways = Awaited<ReturnType<typeof twoGateways>>;

/** Finds network addresses of visitors: `count` for each gateway. */
export async function visitorsOfEach(
  count: number,
  { gatewayOf }: TwoGateways,
): Promise<Record<GatewayName, string[]>> {
  const found: Record<GatewayName, string[]> = { first: [], second: [] };
  for (let number = 1; GATEWAYS.some((name) => found[name].length < count); number += 1) {
    const from = `127.0.1.${number}`;
    found[await gatewayOf(from)].push(from);
  }
  return { first: found.first.slice(0, count), second: found.second.slice(0, count) };
}

/** Signs the owner in. @returns the access token, which both gateways accept */
export async function signIn({ port, config }: TwoGateways): Promise<string> {
  const { status, text } = await send({
    port,
    method: "POST",
    path: "/auth/v1/token?grant_type=password",
    headers: { apikey: config.database.anonKey, "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  expect(status).toBe(200);
  // The cast holds: the provider is a Porchlight, which responds in this shape.
  return (JSON.parse(text) as { access_token: string }).access_token;
}

/** Opens a dashboard from a visitor's network address, with a client that reconnects automatically. */
export async function openDashboard({ port, config }: TwoGateways, token: string, from: string): Promise<Listener> {
  const client = createClient(`http://127.0.0.1:${await aTunnel(port, from)}`, config.database.anonKey, {
    accessToken: async () => token,
    realtime: { reconnectAfterMs: () => 10 },
  });
  onTestFinished(() => void client.realtime.disconnect());
  return Listener.subscribed(client);
}

/** All email addresses on the provider's list, in the order of the sign-ups. */
export async function listOf({ provider }: TwoGateways, token: string): Promise<string[]> {
  const { database } = await configOf(provider.url);
  const response = await fetch(`${provider.url}/rest/v1/${SUBSCRIBERS_TABLE}?select=email&order=id`, {
    headers: { apikey: database.anonKey, authorization: `Bearer ${token}` },
  });
  // The cast holds: our own gateway responds in this shape.
  return ((await response.json()) as { email: string }[]).map(({ email }) => email);
}

/**
 * A free port below 32768. Systems use the higher ports for outgoing connections. So none of the many connections here
 * takes this port while its gateway is stopped.
 */
async function aLastingPort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : aLastingPort();
}

/** The public configuration of a gateway. */
export async function configOf(url: GatewayProcess["url"]): Promise<PublicConfig> {
  // The cast holds: our own gateway responds in this shape.
  return (await (await fetch(`${url}/config.json`)).json()) as PublicConfig;
}

function gatewayIn({ text }: Answer): GatewayName {
  const name = GATEWAYS.find((each) => text.includes(`From the ${each} gateway`));
  if (name === undefined) throw new Error(`No gateway answered: ${text.slice(0, 200)}`);
  return name;
}

/** The demo's content, with the gateway's name in the subtitle, and something to sell. */
function contentOf(name: string): string {
  const folder = someContent();
  const file = join(folder, "artist.json");
  // The cast holds: this is the demo's own file.
  const artist = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...artist, subtitle: `From the ${name} gateway` }));
  mkdirSync(join(folder, "store"));
  cpSync(join(demoContent(), "store/store.yaml"), join(folder, "store/store.yaml"));
  writeFileSync(join(folder, "store/products.yaml"), PRODUCTS);
  return folder;
}
