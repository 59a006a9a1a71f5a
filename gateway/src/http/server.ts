import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "../lib/log.ts";
import { isChunked, readChunked } from "./chunked-body.ts";
import { clientOf } from "./client-address.ts";
import { type ClientDelay, createClientDelay } from "./client-delay.ts";
import { createClientPlaces } from "./client-places.ts";
import { limitConnections } from "./connection-limit.ts";
import { createFastPath, type FastPath } from "./fast-path.ts";
import { joinHeader } from "./join-header.ts";
import { drain, listen } from "./listening.ts";
import { logResponse } from "./log-response.ts";
import { hasGone, hasImpossibleHost, hasTwoHosts, isUndecodable, NOT_A_REQUEST } from "./not-a-request.ts";
import { createPipelining } from "./pipelining.ts";
import { chooseEncoding, isFresh, type PackedBody, type Prepared } from "./prepared.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createBodyBytes } from "./request-bytes.ts";
import type { RequestOrigin } from "./request-origin.ts";
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
/**
 * Rate of one client's requests that need a route. Further requests wait and are not rejected, because many fans behind
 * one address load many pictures. Costly requests have their own limits.
 */
const ROUTED_RATE = { burst: 3_000, perSecond: 300 };

/** nginx's status for a client that disconnected. Nobody reads the response; the log shows that it is not our error. */
export const CLIENT_GONE = 499;

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
  const inTurn = createPipelining();
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
      // Node does the same when the head takes too long.
      if (!response.headersSent) request.socket.write(TIMED_OUT);
      request.socket.destroy();
    }, arrival.wholeMs).unref();
    arrivals.set(request, timer);
    request.once("end", () => clearTimeout(timer));
  }

  /** Takes a place for an open request, until its response is sent or its connection is lost. */
  function takePlace(request: IncomingMessage, response: ServerResponse): boolean {
    if (!openRequests) return true;
    const giveBack = openRequests.take(clientOf(request, trustedProxies).key);
    if (giveBack) response.once("close", giveBack);
    return giveBack !== undefined;
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
    else if (isUndecodable(url) || hasImpossibleHost(request)) reject(400, response);
    else if (method === "POST" && fastPath.handles(request, rawBody)) fastPath.respond(request, response, rawBody);
    else routed(request, response);
  }

  /**
   * Counts the bytes of a response that the client has not read, once all of it has been written. A response that is
   * the same for everybody counts too: it stays in memory after the cache has dropped it.
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
