import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type BlockList, type Socket, Server as TcpServer } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { CLIENT_GONE, type Gateway } from "../app.ts";
import type { Logger } from "../lib/log.ts";
import { clientOf } from "./client-address.ts";
import { limitConnections } from "./connection-limit.ts";
import { createHold, type Hold } from "./hold.ts";
import { joined } from "./joined.ts";
import { logAnswer } from "./log-answer.ts";
import { hasGone, hasTwoHosts, NOT_A_REQUEST } from "./not-a-request.ts";
import { chooseEncoding, isFresh, type PackedBody, type Prepared } from "./prepared.ts";
import { createQuestions } from "./questions.ts";
import { createRateLimit } from "./rate-limit.ts";
import { closeUnreadResponses } from "./unread-responses.ts";
import { acceptWebSockets, wantsSocket } from "./web-sockets.ts";

/** Largest head of a request, in bytes; node answers 431 beyond it. */
const MAX_HEADER_BYTES = 16 * 1024;
/** How long a request's head, and all of it, may take to arrive, and how often that is looked at, in milliseconds. */
const ARRIVAL = { headMs: 10_000, wholeMs: 30_000, checkMs: 5_000 };
/** Longer than the minute that common proxies keep a connection, so that ours is never closed under a request of theirs. */
const KEEP_ALIVE_MS = 65_000;
const MAX_CONNECTIONS = 10_000;
/** How long requests that are under way may take to finish when the server stops, in milliseconds. */
const DRAIN_MS = 10_000;
/** How long after that word a kept connection may bring one more request, in milliseconds: it may be on its way. */
const LAST_REQUESTS_MS = 250;
const DRAIN_CHECK_MS = 50;

/**
 * Responses of one connection that are under way at once. Browsers and proxies send one request after the other; a client
 * that sends thousands behind each other would have each of them worked on, and its files opened, before the first is read.
 */
const MAX_UNDER_WAY = 16;
const underWay = new WeakMap<Socket, number>();

/** Counts a response of a connection. @returns whether the connection may have one more */
function mayAnswer({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const count = (underWay.get(socket) ?? 0) + 1;
  underWay.set(socket, count);
  response.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  return count <= MAX_UNDER_WAY;
}

/**
 * Requests of one client that need a route. Those beyond it wait, and are not refused: many fans behind one address load
 * many pictures. What costs more has a limit of its own.
 */
const ROUTED_RATE = { burst: 3_000, perSecond: 300 };

/**
 * Refuses a client of which too many requests wait. It is answered all the same: a proxy that finds the connection closed
 * would take the gateway for one that is down.
 */
const TOO_MANY_WAIT = {
  headers: { ...NOT_A_REQUEST.headers, "Retry-After": "1" },
  body: JSON.stringify({ code: "over_request_rate_limit", message: "Too many requests. Please wait a moment." }),
};

/** What the server needs beside the gateway. */
export type ServerOptions = {
  /** Where visitors reach the site, without a slash at its end. */
  publicUrl: string;
  trustedProxies: BlockList;
  log: Logger;
  /** Whether limits on rate hold. */
  limits: boolean;
  /** Patience with requests that arrive slowly, where it is another than usual. */
  arrival?: typeof ARRIVAL;
  /** Lets clients wait that go on too fast, where it is another than usual. */
  hold?: Hold;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  /** Sees each request first, as the bundler does under `npm run dev`, and calls on when it is none of its own. */
  before?: (request: IncomingMessage, response: ServerResponse, goOn: () => void) => void;
};

/** A gateway that listens. */
export type RunningServer = {
  /** Takes no more connections, lets requests under way finish, and ends. */
  stop: () => Promise<void>;
};

/**
 * Serves a gateway over HTTP. Answers that are ready in memory are sent straight from here, everything else goes
 * through the gateway's routes.
 *
 * @throws {Error} when the port cannot be had
 */
export async function serve(
  gateway: Gateway,
  host: string,
  port: number,
  options: ServerOptions,
): Promise<RunningServer> {
  const { publicUrl, trustedProxies, log, limits, arrival = ARRIVAL, now = () => performance.now(), before } = options;
  const { realtime, headers } = gateway;
  const hold = limits ? (options.hold ?? createHold()) : undefined;
  const routedRate = createRateLimit(ROUTED_RATE, now);
  const routed = getRequestListener(
    (request, bindings) => {
      // Over HTTP/1.1 the bindings hold Node's own request.
      const { incoming } = bindings as { incoming: IncomingMessage };
      const { key, address } = clientOf(incoming, trustedProxies);
      const origin = { key, address, breakOff: () => breakOff(incoming), hasGone: () => hasGone(incoming) };
      return paced(key, incoming, () => logged(request, () => gateway.fetch(request, origin), log));
    },
    {
      errorHandler(error) {
        // The gateway answers its own errors; this is of an address or a host that is none.
        if (!(error instanceof RequestError)) throw error;
        return new Response(NOT_A_REQUEST.body, { status: 400, headers: { ...headers, ...NOT_A_REQUEST.headers } });
      },
    },
  );

  async function paced(key: string, { socket }: IncomingMessage, answer: () => Promise<Response>): Promise<Response> {
    if (limits && !routedRate(key).ok) await hold?.(key);
    // The client went away while it waited, and nobody reads what a route would work out.
    if (socket.destroyed) return new Response(null, { status: CLIENT_GONE });
    const response = await answer();
    if (response.status === 429) await hold?.(key);
    return response;
  }

  const baseFlat = Object.entries(headers).flat();
  const headersOf = new WeakMap<PackedBody, string[]>();
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: arrival.headMs,
      requestTimeout: arrival.wholeMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: arrival.checkMs,
      // Any other wish to change the protocol, such as curl's for HTTP/2, is passed over.
      shouldUpgradeCallback: (request) => realtime !== undefined && wantsSocket(request) && !hasTwoHosts(request),
    },
    (request, response) => {
      if (!mayAnswer(request, response)) {
        request.socket.destroy();
      } else if (hasTwoHosts(request)) {
        response.writeHead(400, { ...headers, ...NOT_A_REQUEST.headers }).end(NOT_A_REQUEST.body);
      } else if (before) before(request, response, () => answer(request, response));
      else answer(request, response);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  if (limits) limitConnections(server, trustedProxies);
  closeUnreadResponses(server, log, now);
  const questions = createQuestions(gateway, { trustedProxies, log, headers: baseFlat, hold, send, routed });
  if (realtime) acceptWebSockets(server, realtime, { publicUrl, trustedProxies, log, headers, limits, hold, now });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = "/" } = request;
    if (method === "GET" || method === "HEAD") {
      const end = url.indexOf("?");
      const found = preparedAt(end < 0 ? url : url.slice(0, end));
      if (found) {
        send(found, request, response);
        return;
      }
    }
    if (hold?.isFull(clientOf(request, trustedProxies).key)) {
      response.writeHead(429, { ...headers, ...TOO_MANY_WAIT.headers }).end(TOO_MANY_WAIT.body);
    } else if (method === "POST" && questions.takes(request)) questions.answer(request, response);
    else routed(request, response);
  }

  function preparedAt(path: string): Prepared | undefined {
    try {
      return gateway.prepared(path);
    } catch {
      // The routes meet the same error, log it and answer it.
      return undefined;
    }
  }

  function send(prepared: Prepared, request: IncomingMessage, response: ServerResponse): void {
    if (isFresh(prepared, request.headers["if-none-match"])) {
      response.writeHead(304, [...baseFlat, ...Object.entries(prepared.headers).flat()]).end();
      return;
    }
    const packed = prepared.bodies[chooseEncoding(joined(request.headers["accept-encoding"]))];
    let flat = headersOf.get(packed);
    if (!flat) {
      flat = [...baseFlat, ...packed.flat];
      headersOf.set(packed, flat);
    }
    response.writeHead(prepared.status, flat);
    response.end(request.method === "HEAD" ? undefined : packed.body);
  }

  await listen(server, host, port);
  return {
    stop() {
      // A socket stays open for as long as its client likes.
      realtime?.stop();
      return drain(server);
    },
  };
}

/**
 * Takes a port and lets it go again, before a start does what takes long.
 *
 * @throws {Error} when the port cannot be had
 */
export async function tryPort(host: string, port: number): Promise<void> {
  const server = new TcpServer();
  await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
}

function listen(server: TcpServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * A proxy that finds a connection closed under a sign-up may not send it again, since nobody knows what became of it. So
 * a kept connection is not closed at once, and what comes on it is answered as its last.
 */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.maxRequestsPerSocket = 1;
    let idle: NodeJS.Timeout | undefined;
    const last = setTimeout(() => {
      // A connection whose last request has just ended is kept alive by its client; it need not be waited for.
      idle = setInterval(() => server.closeIdleConnections(), DRAIN_CHECK_MS);
    }, LAST_REQUESTS_MS);
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // The close of HTTP's own server would end every idle connection at once.
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(last);
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
  });
}

/** By a reset: a mere end of the connection is to HTTP/1.0, which some proxies speak, the end of a whole file. */
function breakOff({ socket }: IncomingMessage): void {
  socket.resetAndDestroy();
}

/** One line for each request that a service answered: its path without the query, which may hold an address. */
async function logged(request: Request, answer: () => Response | Promise<Response>, log: Logger): Promise<Response> {
  const from = performance.now();
  const response = await answer();
  const path = request.url.slice(request.url.indexOf("/", 8));
  logAnswer(log, { method: request.method, path, status: response.status, from });
  return response;
}
