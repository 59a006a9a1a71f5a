import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Gateway } from "../app.ts";
import type { Logger } from "../log.ts";
import type { StoreAnswer } from "../services/store/contract.ts";
import { clientOf } from "./client-address.ts";
import { chooseEncoding, isFresh, type PackedBody, type Prepared } from "./prepared.ts";
import { createRounds } from "./rounds.ts";
import { acceptWebSockets, wantsSocket } from "./web-sockets.ts";

/** Largest head of a request, in bytes; node answers 431 beyond it. */
const MAX_HEADER_BYTES = 16 * 1024;
/** How long a request's head, and all of it, may take to arrive, in milliseconds. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the minute that common proxies keep a connection, so that ours is never closed under a request of theirs. */
const KEEP_ALIVE_MS = 65_000;
const MAX_CONNECTIONS = 10_000;
/** How long requests that are under way may take to finish when the server stops, in milliseconds. */
const DRAIN_MS = 10_000;
const DRAIN_CHECK_MS = 50;

/** Longest question of the store, in bytes; the routes refuse a longer one. */
const QUESTION_MAX_BYTES = 128 * 1024;

/** What the server needs beside the gateway. */
export type ServerOptions = {
  /** Where visitors reach the site, without a slash at its end. */
  publicUrl: string;
  trustedProxies: BlockList;
  log: Logger;
  /** Whether limits on rate hold. */
  limits: boolean;
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
  const { publicUrl, trustedProxies, log, limits, before } = options;
  const { realtime, headers } = gateway;
  const routed = getRequestListener((request, bindings) => {
    // Over HTTP/1.1 the bindings hold Node's own request.
    const { incoming } = bindings as { incoming: IncomingMessage };
    const { key, address } = clientOf(incoming, trustedProxies);
    return logged(request, () => gateway.fetch(request, { key, address, breakOff: () => breakOff(incoming) }), log);
  });

  const inRounds = createRounds();
  const baseFlat = Object.entries(headers).flat();
  const headersOf = new WeakMap<PackedBody, string[]>();
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
      // Any other wish to change the protocol, such as curl's for HTTP/2, is passed over.
      shouldUpgradeCallback: (request) => realtime !== undefined && wantsSocket(request),
    },
    (request, response) => {
      if (before) before(request, response, () => answer(request, response));
      else answer(request, response);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  if (realtime) acceptWebSockets(server, realtime, { publicUrl, trustedProxies, log, headers, limits });

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
    if (method === "POST" && isShort(request) && gateway.takesQuestions(url)) answerQuestion(request, response);
    else routed(request, response);
  }

  /**
   * Questions of the store come as bodies to one address. They are many and need none of what routes do: most have
   * their answer ready in memory, as pages have.
   */
  function answerQuestion(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = [];
    // A client that goes away before it has said all is not answered.
    request.on("error", () => {});
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      const answer = questionOf(request, body.toString());
      if (typeof answer === "function") inRounds(() => void sendAnswer(answer(), request, response));
      else if (answer) send(answer, request, response);
      // The routes take the body from here, where it has been read already.
      else routed(Object.assign(request, { rawBody: body }), response);
    });
  }

  function questionOf(request: IncomingMessage, body: string): ReturnType<Gateway["question"]> {
    const { headers } = request;
    const { key, address } = clientOf(request, trustedProxies);
    try {
      const accessToken = joined(headers["x-shopify-storefront-access-token"]);
      return gateway.question({ body, accessToken, language: headers["accept-language"] }, { key, address });
    } catch {
      // The routes meet the same error, log it and answer it.
      return undefined;
    }
  }

  async function sendAnswer(
    coming: Promise<StoreAnswer>,
    { method, url = "/" }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const from = performance.now();
    try {
      const { status, headers, body } = await coming;
      const length = String(Buffer.byteLength(body));
      response.writeHead(status, [...baseFlat, ...Object.entries(headers).flat(), "Content-Length", length]).end(body);
      logAnswer(log, { method, path: url, status, from });
    } catch (error) {
      log.error({ err: error, method, path: url }, "a request failed unexpectedly");
      if (!response.headersSent) response.writeHead(500, [...baseFlat, "Content-Type", "application/json"]);
      // Without `errors` a client takes it for a cart that was bought.
      response.end('{"errors":[{"message":"Something went wrong on our side."}]}');
    }
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

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection whose last request has just ended is kept alive by its client; it need not be waited for.
    const idle = setInterval(() => server.closeIdleConnections(), DRAIN_CHECK_MS);
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
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

function logAnswer(
  log: Logger,
  { method, path, status, from }: { method: string | undefined; path: string; status: number; from: number },
): void {
  const ms = Math.round((performance.now() - from) * 10) / 10;
  log.info({ method, path: path.split("?")[0], status, ms }, "answered");
}

/** Whether a request says that its body is a short one. */
function isShort({ headers }: IncomingMessage): boolean {
  const length = Number(headers["content-length"]);
  return length > 0 && length <= QUESTION_MAX_BYTES;
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}
