import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import type { Logger } from "../lib/log.ts";
import { clientOf } from "./client-address.ts";
import type { ClientDelay } from "./client-delay.ts";
import { joinHeader } from "./join-header.ts";
import { logResponse } from "./log-response.ts";
import type { Prepared } from "./prepared.ts";
import { CLOSED_POLICY } from "./security-headers.ts";

/** Maximum size of a body on the fast path, in bytes; the routes handle larger ones. */
const MAX_BODY_BYTES = 128 * 1024;

/** The parts of a POST request that a service needs. */
type FastRequest = {
  body: string;
  /** Reads a request header by its lower-case name. */
  header: (name: string) => string | undefined;
  /** The key that limits count by. */
  client: string;
};

/** A response that was computed for one request. */
type ComputedResponse = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
};

/** A service whose POST requests bypass the routes: there are many, and most responses are in memory. */
export type FastPath = {
  handles: (path: string) => boolean;
  /** Whether the client may send another request. This call counts nothing. */
  hasRequestsLeft: (client: string) => boolean;
  /**
   * Returns a prepared response, or a function that computes one; undefined leaves the request to the routes. Its signal
   * is aborted when the client has disconnected.
   */
  respond: (request: FastRequest) => Prepared | ((gone: AbortSignal) => Promise<ComputedResponse>) | undefined;
  /** Body of the response to an unexpected error. */
  unexpectedError: string;
};

type FastPathOptions = {
  trustedProxies: BlockList;
  log: Logger;
  /** Headers of every response, names and values in turn. */
  headers: string[];
  /** Undefined when limits are off. */
  delay: ClientDelay | undefined;
  send: (prepared: Prepared, request: IncomingMessage, response: ServerResponse) => void;
  /** Sends the request through the routes. */
  routed: (request: IncomingMessage, response: ServerResponse) => unknown;
};

/** Responds to POST requests of one service before the routes. */
export function createFastPath(path: FastPath, options: FastPathOptions) {
  const { trustedProxies, log, headers: baseHeaders, delay, send, routed } = options;

  function respond(request: IncomingMessage, body: string): ReturnType<FastPath["respond"]> {
    try {
      const header = (name: string) => joinHeader(request.headers[name]);
      return path.respond({ body, header, client: clientOf(request, trustedProxies).key });
    } catch {
      // The routes get the same error. They log it and respond to it.
      return undefined;
    }
  }

  async function sendComputed(
    computing: Promise<ComputedResponse>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const from = performance.now();
    const { method, url = "/" } = request;
    try {
      const { status, headers, body } = await computing;
      logResponse(log, { method, path: url, status, from });
      if (status === 429) await delay?.(clientOf(request, trustedProxies).key);
      const length = String(Buffer.byteLength(body));
      response
        .writeHead(status, [...baseHeaders, ...Object.entries(headers).flat(), "Content-Length", length])
        .end(body);
    } catch (error) {
      log.error({ err: error, method, path: url }, "a request failed unexpectedly");
      const errorHeaders = ["Content-Type", "application/json", "Content-Security-Policy", CLOSED_POLICY];
      if (!response.headersSent) response.writeHead(500, [...baseHeaders, ...errorHeaders]);
      response.end(path.unexpectedError);
    }
  }

  function respondTo(body: Buffer, request: IncomingMessage, response: ServerResponse): void {
    const found = respond(request, body.toString());
    if (typeof found === "function") void sendComputed(found(whenGone(response)), request, response);
    else if (found) send(found, request, response);
    // The body has been read already; the routes take it from `rawBody`.
    else routed(Object.assign(request, { rawBody: body }), response);
  }

  return {
    /** Whether to respond to a POST here. Requests over the rate limit go to the routes, which reject them unread. */
    handles: (request: IncomingMessage, rawBody?: Buffer): boolean =>
      isShort(request, rawBody) &&
      path.handles(request.url ?? "/") &&
      path.hasRequestsLeft(clientOf(request, trustedProxies).key),
    respond(request: IncomingMessage, response: ServerResponse, rawBody?: Buffer): void {
      if (rawBody) {
        respondTo(rawBody, request, response);
        return;
      }
      const parts: Buffer[] = [];
      // A client that disconnects before its whole body has arrived gets no response.
      request.on("error", () => {});
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => respondTo(Buffer.concat(parts), request, response));
    },
  };
}

/** A signal that is aborted when the connection of a response is lost. */
function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return gone.signal;
}

/** @param rawBody of a request whose body came in chunks */
function isShort({ headers }: IncomingMessage, rawBody?: Buffer): boolean {
  const length = rawBody?.length ?? Number(headers["content-length"]);
  return length > 0 && length <= MAX_BODY_BYTES;
}
