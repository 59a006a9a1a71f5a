import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, BlockList } from "node:net";
import pino from "pino";
import { onTestFinished } from "vitest";
import { acceptWebSockets, type WebSocketOptions, wantsSocket } from "../../http/web-sockets.ts";
import type { Logger } from "../../lib/log.ts";
import { createProvider } from "../../lib/provider/provider.ts";
import { isThroughHosted } from "../../testing/through-hosted.ts";
import { anAdmin } from "../shared/admin.case.ts";
import type { Identification } from "../shared/caller.ts";
import { type ChangeEvent, type Changes, createChanges, type PublishedTable } from "../shared/change-events.ts";
import { createBuiltinRealtime } from "./builtin.ts";
import type { RealtimeService } from "./contract.ts";
import { createHostedRealtime } from "./hosted.ts";

/** A table of three columns, one of each type. */
export const TABLE: PublishedTable = {
  schema: "public",
  name: "newsletter_subscribers",
  primaryKey: "id",
  columns: [
    { name: "id", type: "int8" },
    { name: "email", type: "text" },
    { name: "subscribed_at", type: "timestamptz" },
  ],
};

/** A topic, and a request for all changes of {@link TABLE}. */
export const TOPIC = "realtime:list";
export const ALL = { event: "*", schema: "public", table: TABLE.name };

/** The public key of tests. */
export const KEY = "the-key";
/** The public key of the provider behind a gateway. */
const PROVIDER_KEY = "the-key-of-the-provider";

/** What a token allows; tests change it while sockets are open. */
type Rights = "admin" | "person" | Extract<Identification, { ok: false }>["reason"];

/** A realtime service that listens on its own port. */
export type ServedRealtime = {
  /** Address without a slash at the end. */
  url: string;
  port: number;
  /** The table whose changes it sends. */
  table: PublishedTable;
  changes: Changes;
  realtime: RealtimeService;
  /** Rights by token; an unknown token is invalid. */
  tokens: Map<string, Rights>;
  /** The tokens that were checked. */
  checked: (string | undefined)[];
  /** The error that the check of a token throws, if any. */
  failure: { error: Error | undefined };
  /** Whether rows have changed without an event. */
  unseen: { isChanged: boolean };
  /** Milliseconds of the clock for limits. */
  clock: { ms: number };
  /** Clients that were delayed. */
  delayed: string[];
  /** Errors in the log. */
  errors: unknown[];
  /** Messages in the log. */
  sentences: string[];
  stop: () => Promise<void>;
};

/** Serves the built-in realtime service; in the soak run, with a gateway in front. Everything stops with the test. */
export async function serveRealtime({ limits = true, port = 0 } = {}): Promise<ServedRealtime> {
  const key = isThroughHosted ? PROVIDER_KEY : KEY;
  const errors: unknown[] = [];
  const sentences: string[] = [];
  const changes = createChanges((error) => errors.push(error));
  const tokens = new Map<string, Rights>([
    ["owner", "admin"],
    ["fan", "person"],
  ]);
  const checked: ServedRealtime["checked"] = [];
  const failure: ServedRealtime["failure"] = { error: undefined };
  const unseen = { isChanged: false };
  const clock = { ms: 0 };
  const log = Object.assign(pino({ level: "silent" }), {
    error: (error: unknown) => errors.push(error),
    info: (_: unknown, sentence: string) => sentences.push(sentence),
  });
  const realtime = createBuiltinRealtime({
    changes,
    table: TABLE,
    identify: async ({ apikey, authorization }) => {
      if (failure.error) throw failure.error;
      if (!apikey) return { ok: false, reason: "missing-key" };
      if (apikey !== key) return { ok: false, reason: "unknown-key" };
      const token = authorization?.slice("Bearer ".length);
      checked.push(token);
      return token?.trim() === key ? { ok: true, caller: { role: "anonymous" } } : identified(tokens, token);
    },
    anonymousKey: key,
    hasOutsideChanges() {
      const { isChanged } = unseen;
      unseen.isChanged = false;
      return isChanged;
    },
    log,
  });
  const delayed: string[] = [];
  const delay = Object.assign(async (client: string) => void delayed.push(client), { isFull: () => false });
  const around = { log, delay, now: () => clock.ms };
  const far = isThroughHosted ? await listening(realtime, 0, { ...around, limits: false }) : undefined;
  const service = far === undefined ? realtime : inFrontOf(far, log);
  const { url, port: servedAt, stop: stopServer } = await listening(service, port, { ...around, limits });
  const stop = async () => {
    await stopServer();
    await far?.stop();
  };
  onTestFinished(stop);
  return {
    url,
    port: servedAt,
    table: TABLE,
    changes,
    realtime,
    tokens,
    checked,
    failure,
    unseen,
    clock,
    delayed,
    errors,
    sentences,
    stop,
  };
}

/** Serves a service on a port. */
async function listening(
  realtime: RealtimeService,
  at: number,
  options: Pick<WebSocketOptions, "log" | "limits" | "delay" | "now">,
) {
  const server: Server = createServer({ shouldUpgradeCallback: wantsSocket }, (_, response) => response.end("plain"));
  acceptWebSockets(server, realtime, {
    publicUrl: "https://artist.example",
    trustedProxies: new BlockList(),
    headers: { "X-Content-Type-Options": "nosniff" },
    ...options,
  });
  server.listen(at, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async stop() {
      realtime.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The realtime service of a gateway that uses another gateway as its Supabase. */
function inFrontOf({ url }: { url: string }, log: Logger): RealtimeService {
  const provider = createProvider({ name: "Supabase", url, log });
  onTestFinished(() => provider.stop());
  return createHostedRealtime({ project: { provider, providerKey: PROVIDER_KEY, anonymousKey: KEY }, log });
}

function identified(tokens: Map<string, Rights>, token: string | undefined): Identification {
  if (token === undefined) return { ok: true, caller: { role: "anonymous" } };
  const rights = tokens.get(token) ?? "invalid-token";
  if (rights !== "admin" && rights !== "person") return { ok: false, reason: rights };
  return { ok: true, caller: anAdmin({ admin: rights === "admin", sessionId: token }) };
}

/** A sign-up, as the database publishes it. */
export function anInsert(id: number, email = `fan-${id}@example.com`): ChangeEvent {
  const record = { id, email, subscribed_at: "2026-03-01T12:00:00.25+00:00" };
  return { type: "INSERT", table: TABLE.name, committedAt: new Date("2026-03-01T12:00:00.251Z"), record };
}

/** A removal, as the database publishes it. */
export function aDelete(id: number): ChangeEvent {
  return { type: "DELETE", table: TABLE.name, committedAt: new Date("2026-03-01T12:00:00.251Z"), oldRecord: { id } };
}

/** A socket that returns every frame unchanged. */
export class RawSocket {
  readonly socket: WebSocket;
  readonly #received: string[] = [];
  #wake: () => void = () => {};
  /** How the socket was closed; undefined while it is open. */
  closed: { code: number; reason: string } | undefined;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.#received.push(String(data));
      this.#wake();
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
      this.#wake();
    });
  }

  /** @param query further query parameters, such as the version of the frames */
  static async open({ url }: { url: string }, query = "&vsn=2.0.0"): Promise<RawSocket> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${KEY}${query}`);
    const raw = new RawSocket(socket);
    await once(socket, "open");
    onTestFinished(() => socket.close());
    return raw;
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  /** Reads the next frame. @throws {Error} when the socket is closed instead */
  async next(): Promise<unknown> {
    while (this.#received.length === 0) {
      if (this.closed) throw new Error(`closed with ${this.closed.code} ${this.closed.reason}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return JSON.parse(this.#received.shift() ?? "");
  }

  /** Waits until the server closes the socket. */
  async untilClosed(): Promise<{ code: number; reason: string }> {
    while (!this.closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.closed;
  }

  /** Joins a topic. @returns the payload of the reply, which is the next frame */
  async join(topic: string, requests: object[], token?: string, more: object = {}): Promise<unknown> {
    const payload = {
      config: { postgres_changes: requests, ...more },
      ...(token !== undefined && { access_token: token }),
    };
    this.send(["1", "1", topic, "phx_join", payload]);
    return payloadOf(await this.next());
  }

  /** Sends a heartbeat. @returns the frames before its reply, since the server replies in order */
  async untilHeartbeat(): Promise<unknown[]> {
    this.send([null, "beat", "phoenix", "heartbeat", {}]);
    const before: unknown[] = [];
    for (;;) {
      const frame = await this.next();
      if (Array.isArray(frame) && frame[1] === "beat") return before;
      before.push(frame);
    }
  }
}

/** The payload of a frame of version 2.0.0. */
export function payloadOf(frame: unknown): unknown {
  return Array.isArray(frame) ? frame[4] : undefined;
}

/** A socket that has joined {@link TOPIC} and has read the replies to its join. */
export async function aListener(
  served: ServedRealtime,
  requests: object[] = [ALL],
  token = "owner",
): Promise<RawSocket> {
  const socket = await RawSocket.open(served);
  await socket.join(TOPIC, requests, token);
  await socket.next();
  return socket;
}
