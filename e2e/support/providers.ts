import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type RunningGateway, startGateway } from "./gateway.ts";

/** Another Porchlight that acts as Supabase and Shopify, behind a connection that can be cut. */
export type Providers = {
  gateway: RunningGateway;
  /** Their address, without a slash at its end. */
  url: string;
  /** Settings that connect a gateway to both. */
  settings: Record<string, string>;
  /** Makes them unreachable and aborts open connections. */
  cut: () => Promise<void>;
  /** Makes them reachable again. */
  mend: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts the providers. They have the same owner as every gateway of the journeys. */
export async function startProviders(): Promise<Providers> {
  const line = await openLine();
  const url = `http://127.0.0.1:${line.port}`;
  const gateway = await startGateway({ settings: { PUBLIC_URL: url } });
  line.leadTo(Number(new URL(gateway.url).port));
  const { database, storefront } = await (await fetch(`${url}/config.json`)).json();
  return {
    gateway,
    url,
    settings: {
      SUPABASE_URL: url,
      SUPABASE_ANON_KEY: database.anonKey,
      SHOPIFY_STORE_DOMAIN: url,
      SHOPIFY_STOREFRONT_ACCESS_TOKEN: storefront.accessToken,
    },
    cut: line.cut,
    mend: line.mend,
    async stop() {
      await line.cut();
      await gateway.stop();
    },
  };
}

/** A local port that forwards to another port. */
type Line = { port: number; leadTo: (port: number) => void; cut: () => Promise<void>; mend: () => Promise<void> };

async function openLine(): Promise<Line> {
  let target = 0;
  const sockets = new Set<Socket>();
  const pass = (from: Socket) => {
    const to = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      // If one end closes, the other closes too.
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(at: number): Promise<Server> {
    const listening = createServer(pass).listen(at, "127.0.0.1");
    await once(listening, "listening");
    return listening;
  }

  return {
    port,
    leadTo(to) {
      target = to;
    },
    async cut() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      server = await listen(port);
    },
  };
}
