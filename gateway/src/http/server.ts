import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type BlockList, type Socket, Server as TcpServer } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "../lib/log.ts";
import { isChunked, readChunked } from "./chunked-body.ts";
import { clientOf } from "./client-address.ts";
import { type ClientDelay, createClientDelay } from "./client-delay.ts";
import { createClientPlaces } from "./client-places.ts";
import { limitConnections } from "./connection-limit.ts";
import { createFastPath, type FastPath } from "./fast-path.ts";
import { joinHeader } from "./join-header.ts";
import { logResponse } from "./log-response.ts";
import { hasGone, hasTwoHosts, isUndecodable, NOT_A_REQUEST } from "./not-a-request.ts";
import { chooseEncoding, isFresh, type PackedBody, type Prepared } from "./prepared.ts";
import { createRateLimit } from "./rate-limit.ts";
import { countRequest, createBodyBytes } from "./request-bytes.ts";
import { createStartQueue } from "./start-queue.ts";
import type { UnreadBytes } from "./unread-bytes.ts";
import { closeUnreadResponses } from "./unread-responses.ts";
import { acceptWebSockets, type SocketService, wantsSocket } from "./web-sockets.ts";

/** Maximum size of a request's head, in bytes; beyond it Node responds with 431. */
const MAX_HEADER_BYTES = 16 * 1024;
/** How long a request's head and a whole request may take to arrive, and how often to check, in milliseconds. */
const ARRIVAL = { headMs: 10_000, wholeMs: 30_000, checkMs: 5_000 };
/** How long an upload may take to arrive, in milliseconds: the largest picture over a slow line. */
const UPLOAD_MS = 15 * 60_000;
const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";
/** Proxies close idle connections after a minute. Ours stay open longer, so we never close one that a proxy uses. */
const KEEP_ALIVE_MS = 65_000;
const MAX_CONNECTIONS = 10_000;
/** How long open requests may take to finish when the server stops, in milliseconds. */
const DRAIN_MS = 10_000;
/** How long after the stop an idle connection may bring one more request, in milliseconds. */
const LAST_REQUESTS_MS = 250;
const DRAIN_CHECK_MS = 50;

/**
 * Maximum number of pipelined requests that wait on one connection, and of the bytes in their heads and bodies. Browsers
 * and proxies do not pipeline. The waiting requests of all connections stay in memory, and each takes at least 5 kB.
 */
const MAX_PIPELINED = { requests: 4, bytes: 8 * 1024 };

/**
 * Rate of one client's requests that need a route. Further requests wait and are not rejected, because many fans behind
 * one address load many pictures. Costly requests have their own limits.
 */
const ROUTED_RATE = { burst: 3_000, perSecond: 300 };

/** nginx's status for a client that disconnected. Nobody reads the response; the log shows that it is not our error. */
export const CLIENT_GONE = 499;

/** Where a request comes from. */
export type RequestOrigin = {
  /** The key that limits count by: an IPv4 address, or the network of an IPv6 one. */
  key: string;
  address: string;
  /** Ends the connection at once, so that no client takes half a response for a whole one. */
  breakOff?: () => void;
  /** Counts bytes of a file that the client has not read yet. @returns a function to call when it has read them */
  holdUnread?: (bytes: number) => () => void;
  /** Whether the client disconnected before its whole request arrived. */
  hasGone?: () => boolean;
  /** Gives the body of an upload more time to arrive. Only for a client that may upload. */
  takeTime?: () => void;
};

/** The parts of a gateway that the server needs. */
export type ServedGateway = {
  /** Responds to any request. */
  fetch: (request: Request, origin: RequestOrigin) => Response | Promise<Response>;
  /** Returns the response at a path, if it is in memory and only has to be sent. */
  prepared: (path: string, query?: string) => Prepared | undefined;
  fastPath: FastPath;
  /** Counts responses that clients have not read yet. Undefined when limits are off. */
  unread?: UnreadBytes | undefined;
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Handles the sockets at `/realtime/v1/websocket`. */
  realtime: SocketService | undefined;
};

/**
 * Response to a client that has too many open or waiting requests. We do not just close the connection: a proxy would
 * think that the gateway is down.
 */
const TOO_MANY_REQUESTS = {
  headers: { ...NOT_A_REQUEST.headers, "Retry-After": "1" },
  body: JSON.stringify({ code: "over_request_rate_limit", message: "Too many requests. Please wait a moment." }),
};

export type ServerOptions = {
  /** The site's public address, without a slash at the end. */
  publicUrl: string;
  trustedProxies: BlockList;
  log: Logger;
  /** Whether rate limits are on. */
  limits: boolean;
  /** How long requests may take to arrive, for tests. */
  arrival?: typeof ARRIVAL;
  /** Delays responses to clients that send too much, for tests. */
  delay?: ClientDelay;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  /** Gets each request first, as the bundler of `npm run dev` does. Calls `next` for requests of the gateway. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

export type RunningServer = {
  /** Accepts no more connections, lets open requests finish, and ends. */
  stop: () => Promise<void>;
};

/**
 * Serves a gateway over HTTP. The server itself sends responses that are ready in memory; everything else goes through
 * the gateway's routes.
 *
 * @throws {Error} when the port is not free
 */
export async function serve(
  gateway: ServedGateway,
  host: string,
  port: number,
  options: ServerOptions,
): Promise<RunningServer> {
  const { publicUrl, trustedProxies, log, limits, arrival = ARRIVAL, now = () => performance.now(), before } = options;
  const { realtime, headers } = gateway;
  const delay = limits ? (options.delay ?? createClientDelay()) : undefined;
  // The limit on connections skips a trusted proxy, which opens a connection for each open request. Without a limit on
  // open requests, a visitor who sends bodies slowly or does not read responses could use up all connections.
  const openRequests = limits ? createClientPlaces() : undefined;
  const countBody = limits ? createBodyBytes() : undefined;
  const routedRate = createRateLimit(ROUTED_RATE, now);
  const startQueue = createStartQueue();
  /** The timers of bodies that have not arrived yet. */
  const arrivals = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  const routed = getRequestListener(
    (request, bindings) => {
      // Over HTTP/1.1 the bindings hold Node's own request.
      const { incoming } = bindings as { incoming: IncomingMessage };
      const { key, address } = clientOf(incoming, trustedProxies);
      const cut = () => breakOff(incoming);
      const { unread } = gateway;
      const origin = {
        key,
        address,
        breakOff: cut,
        ...(unread && { holdUnread: (bytes: number) => unread.add({ client: key, bytes, breakOff: cut }) }),
        hasGone: () => hasGone(incoming),
        takeTime: () => clearTimeout(arrivals.get(incoming)),
      };
      return paced(key, incoming, () => logged(request, () => gateway.fetch(request, origin), log));
    },
    {
      errorHandler(error) {
        // The gateway handles its own errors; this one is about a malformed address or host.
        if (!(error instanceof RequestError)) throw error;
        return new Response(NOT_A_REQUEST.body, { status: 400, headers: { ...headers, ...NOT_A_REQUEST.headers } });
      },
    },
  );

  async function paced(key: string, { socket }: IncomingMessage, respond: () => Promise<Response>): Promise<Response> {
    if (limits && !routedRate(key).ok) {
      await delay?.(key);
      // Many delayed requests continue at the same moment, so each of them queues again.
      await new Promise<void>((resolve) => startQueue(key, resolve));
    }
    // The client disconnected while it waited, so nobody would read the response.
    if (socket.destroyed) return new Response(null, { status: CLIENT_GONE });
    const response = await respond();
    if (response.status === 429) await delay?.(key);
    return response;
  }

  const baseFlat = Object.entries(headers).flat();
  const headersOf = new WeakMap<PackedBody, string[]>();
  /** The waiting requests of each connection that has an open response. */
  const pipelined = new WeakMap<Socket, { start: () => void; bytes: number }[]>();
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: arrival.headMs,
      requestTimeout: arrival.headMs + UPLOAD_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: arrival.checkMs,
      // Every other upgrade, such as curl's to HTTP/2, is ignored.
      shouldUpgradeCallback: (request) => realtime !== undefined && wantsSocket(request) && !hasTwoHosts(request),
    },
    (request, response) => {
      timeArrival(request, response);
      inTurn(request, response, () => {
        if (hasTwoHosts(request)) reject(400, response);
        else if (!takePlace(request, response)) rejectTooMany(response);
        else if (before) before(request, response, () => respond(request, response));
        else respond(request, response);
      });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  if (limits) limitConnections(server, trustedProxies);
  closeUnreadResponses(server, log, now);
  const fastPath = createFastPath(gateway.fastPath, { trustedProxies, log, headers: baseFlat, delay, send, routed });
  if (realtime) acceptWebSockets(server, realtime, { publicUrl, trustedProxies, log, headers, limits, delay, now });

  /** Closes the connection if the body takes too long. Node's own limit is the same for every request. */
  function timeArrival(request: IncomingMessage, response: ServerResponse): void {
    if (!isChunked(request) && request.headers["content-length"] === undefined) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      // As Node does it when the head takes too long.
      if (!response.headersSent) request.socket.write(TIMED_OUT);
      request.socket.destroy();
    }, arrival.wholeMs).unref();
    arrivals.set(request, timer);
    request.once("end", () => clearTimeout(timer));
  }

  /** Starts a request once the previous response on its connection is sent, so that pipelining avoids no delay. */
  function inTurn(request: IncomingMessage, response: ServerResponse, start: () => void): void {
    const { socket } = request;
    // Node parses the rest of a piece that it has read, although the connection is closed.
    if (socket.destroyed) return;
    const waiting = pipelined.get(socket);
    const bytes = waiting ? countRequest(request) : 0;
    if (waiting && isTooMuch([...waiting, { bytes }])) {
      destroyWithoutStacks(socket);
      return;
    }
    response.once("close", () => {
      const next = pipelined.get(socket)?.shift();
      if (next && !socket.destroyed) next.start();
      else pipelined.delete(socket);
    });
    if (waiting) {
      waiting.push({ start, bytes });
    } else {
      pipelined.set(socket, []);
      start();
    }
  }

  /** Takes a place for an open request, until its response is sent or its connection is lost. */
  function takePlace(request: IncomingMessage, response: ServerResponse): boolean {
    if (!openRequests) return true;
    const giveBack = openRequests.take(clientOf(request, trustedProxies).key);
    if (giveBack) response.once("close", giveBack);
    return giveBack !== undefined;
  }

  function isTooMuch(waiting: readonly { bytes: number }[]): boolean {
    const bytes = waiting.reduce((sum, request) => sum + request.bytes, 0);
    return waiting.length > MAX_PIPELINED.requests || bytes > MAX_PIPELINED.bytes;
  }

  /** Queues a request, so that the clients' requests start in turn. */
  function respond(request: IncomingMessage, response: ServerResponse): void {
    const { key } = clientOf(request, trustedProxies);
    countBody?.(request, response, key);
    // Chunks are read before the request waits: unread ones take much more memory than their bytes.
    if (isChunked(request) && !delay?.isFull(key)) readChunked(request, enqueue, () => reject(413, response));
    else enqueue();

    function enqueue(rawBody?: Buffer): void {
      // If the body was read already, the routes take it from `rawBody`.
      if (rawBody) Object.assign(request, { rawBody });
      startQueue(key, () => {
        if (!request.socket.destroyed) start(request, response, key, rawBody);
      });
    }
  }

  function start(request: IncomingMessage, response: ServerResponse, key: string, rawBody?: Buffer): void {
    const { method, url = "/" } = request;
    if (method === "GET" || method === "HEAD") {
      const end = url.indexOf("?");
      const found = end < 0 ? preparedAt(url) : preparedAt(url.slice(0, end), url.slice(end + 1));
      if (found) {
        send(found, request, response);
        return;
      }
    }
    countUnread(request, response, key);
    if (delay?.isFull(key)) rejectTooMany(response);
    else if (isUndecodable(url)) reject(400, response);
    else if (method === "POST" && fastPath.handles(request, rawBody)) fastPath.respond(request, response, rawBody);
    else routed(request, response);
  }

  /**
   * Counts what the client has not read of a response, once all of it has been written. A response that is the same for
   * everybody counts too: it stays in memory after the cache has dropped it.
   */
  function countUnread({ socket }: IncomingMessage, response: ServerResponse, client: string): void {
    const { unread } = gateway;
    if (!unread) return;
    response.once("prefinish", () => {
      const bytes = socket.writableLength;
      const breakOff = () => socket.resetAndDestroy();
      if (bytes > 0) response.once("close", unread.add({ client, bytes, breakOff }));
    });
  }

  function reject(status: 400 | 413, response: ServerResponse): void {
    response.writeHead(status, { ...headers, ...NOT_A_REQUEST.headers }).end(NOT_A_REQUEST.body);
  }

  function rejectTooMany(response: ServerResponse): void {
    response.writeHead(429, { ...headers, ...TOO_MANY_REQUESTS.headers }).end(TOO_MANY_REQUESTS.body);
  }

  function preparedAt(path: string, query = ""): Prepared | undefined {
    try {
      return gateway.prepared(path, query);
    } catch {
      // The routes get the same error. They log it and respond to it.
      return undefined;
    }
  }

  function send(prepared: Prepared, request: IncomingMessage, response: ServerResponse): void {
    if (isFresh(prepared, request.headers["if-none-match"])) {
      response.writeHead(304, Object.entries({ ...headers, ...prepared.headers }).flat()).end();
      return;
    }
    const packed = prepared.bodies[chooseEncoding(joinHeader(request.headers["accept-encoding"]))];
    let flat = headersOf.get(packed);
    if (!flat) {
      flat = Object.entries({ ...headers, ...packed.headers }).flat();
      headersOf.set(packed, flat);
    }
    response.writeHead(prepared.status, flat);
    response.end(request.method === "HEAD" ? undefined : packed.body);
  }

  await listen(server, host, port);
  return {
    stop() {
      // Sockets stay open until the service closes them.
      realtime?.stop();
      return drain(server);
    },
  };
}

/**
 * Checks that a port is free, before the slow steps of a start.
 *
 * @throws {Error} when the port is not free
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
 * Stops the server without losing requests. If a connection closes during a sign-up, the sign-up may have been stored,
 * so a proxy must not repeat it. Therefore an idle connection stays open for a moment, and one more request on it gets
 * a response.
 */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.maxRequestsPerSocket = 1;
    let idle: NodeJS.Timeout | undefined;
    const last = setTimeout(() => {
      // Clients keep connections open after their last request, but nothing more will come.
      idle = setInterval(() => server.closeIdleConnections(), DRAIN_CHECK_MS);
    }, LAST_REQUESTS_MS);
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // The HTTP server's own close would end every idle connection at once.
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(last);
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
  });
}

const STACK_TRACE_LIMIT = Error.stackTraceLimit;

/**
 * Closes a connection on which thousands of requests may wait. Node makes an error for each of them, and their stacks
 * would take most of the time: 600 connections with 500 requests each held the site for five seconds.
 */
function destroyWithoutStacks(socket: Socket): void {
  socket.prependOnceListener("close", () => {
    Error.stackTraceLimit = 0;
  });
  socket.once("close", () => {
    Error.stackTraceLimit = STACK_TRACE_LIMIT;
  });
  socket.destroy();
}

/** Resets a connection. Over HTTP/1.0, which some proxies use, a normal end would mean a complete file. */
function breakOff({ socket }: IncomingMessage): void {
  socket.resetAndDestroy();
}

/** Logs a response of the routes. The path is logged without its query, which may hold an email address. */
async function logged(request: Request, respond: () => Response | Promise<Response>, log: Logger): Promise<Response> {
  const from = performance.now();
  const response = await respond();
  const path = request.url.slice(request.url.indexOf("/", 8));
  logResponse(log, { method: request.method, path, status: response.status, from });
  return response;
}
