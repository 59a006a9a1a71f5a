import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { BlockList } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { Logger } from "../lib/log.ts";
import type { Admission, RealtimeService } from "../services/realtime/contract.ts";
import { CLOSE } from "../services/realtime/contract.ts";
import { clientOf } from "./client-address.ts";
import { createRateLimit } from "./rate-limit.ts";
import { CLOSED_POLICY } from "./security-headers.ts";
import { createSocketPlaces, type SocketPlace } from "./socket-places.ts";

/** Where sockets are opened. Every other request to change the protocol is answered as if it had not asked. */
export const SOCKET_PATH = "/realtime/v1/websocket";

/** What sockets need beside the service that answers them. */
export type WebSocketOptions = {
  /** Where visitors reach the site, without a slash at its end. */
  publicUrl: string;
  trustedProxies: BlockList;
  log: Logger;
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** Whether limits on rate hold. */
  limits: boolean;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
};

/** Handshakes of one client: a browser that lost many tabs gets them back at once. */
const HANDSHAKE_RATE = { burst: 120, perSecond: 5 };
/** Frames of one socket: a dashboard sends one each 25 seconds. */
const FRAME_RATE = { burst: 50, perSecond: 5 };
/** Largest frame that a client may send, in bytes. */
const MAX_FRAME_BYTES = 64 * 1024;
/** Most that may wait for a client which does not read, in bytes. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Longest silence of a client, in milliseconds. A browser wakes the timers of a hidden page once a minute. */
const MAX_SILENCE_MS = 90_000;
const SILENCE_CHECK_MS = 10_000;
/** How long a client may take to close its end, in milliseconds. */
const CLOSE_MS = 2_000;

/** Whether a request wants to open a socket here. */
export function wantsSocket({ method, headers, url = "" }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && url.split("?", 1)[0] === SOCKET_PATH;
}

/** Opens the sockets that a server's clients ask for, within limits, and hands their frames to the service. */
export function acceptWebSockets(server: Server, realtime: RealtimeService, options: WebSocketOptions): void {
  const { log, limits, now = () => performance.now() } = options;
  // The types of ws do not know closeTimeout yet.
  const protocol = {
    noServer: true,
    clientTracking: false,
    // Messages are small, and compressing them would cost memory for each socket.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    closeTimeout: CLOSE_MS,
  };
  const handshakes = new WebSocketServer(protocol);
  const handshakeRate = createRateLimit(HANDSHAKE_RATE, now);
  const places = createSocketPlaces(limits);
  const open = new Map<WebSocket, SocketPlace>();

  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Without a listener, a connection that breaks would end the program.
    stream.on("error", () => stream.destroy());
    const from = now();
    answer(request, stream, head)
      .catch((error: unknown) => {
        log.error({ err: error }, "a socket could not be opened");
        return refuse(stream, 500);
      })
      .then((status) => {
        const ms = Math.round((now() - from) * 10) / 10;
        log.info({ method: request.method, path: SOCKET_PATH, status, ms }, "answered");
      });
  });

  /** @returns the status that was answered */
  async function answer(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<number> {
    const { headers, url = "" } = request;
    if (!isOwnOrigin(headers.origin, headers.host)) return refuse(stream, 403);
    const client = clientOf(request, options.trustedProxies);
    if (limits) {
      const verdict = handshakeRate(client.key);
      if (!verdict.ok) return refuse(stream, 429, verdict.retryAfterSeconds);
    }
    const place = places.take(client.key, now());
    if (place === "client-has-too-many") return refuse(stream, 429, 60);
    if (place === "all-taken") return refuse(stream, 503, 60);
    stream.once("close", () => places.leave(place));

    const query = new URLSearchParams(url.slice(SOCKET_PATH.length));
    const header = headers.apikey;
    const apikey = query.get("apikey") ?? (typeof header === "string" ? header : undefined);
    const admission = await realtime.open({ apikey, vsn: query.get("vsn") ?? undefined, client });
    if (!admission.ok) return refuse(stream, admission.status);
    // The client has gone meanwhile; nginx's number for that.
    if (stream.destroyed) return 499;
    let status = 400;
    // Calls back at once when the handshake is right, and answers by itself when it is not.
    handshakes.handleUpgrade(request, stream, head, (socket) => {
      status = 101;
      attend(socket, place, admission.connect);
    });
    return status;
  }

  function attend(socket: WebSocket, place: SocketPlace, connect: Extract<Admission, { ok: true }>["connect"]): void {
    const rate = createRateLimit(FRAME_RATE, now);
    const connection = connect({
      send(frame) {
        if (socket.readyState !== WebSocket.OPEN) return;
        if (socket.bufferedAmount <= MAX_WAITING_BYTES) return socket.send(frame);
        log.info({ path: SOCKET_PATH }, "a socket that does not read was closed");
        // A farewell would wait behind everything else.
        socket.terminate();
      },
      close: (code, reason) => socket.close(code, reason),
    });
    const hear = () => {
      place.lastHeard = now();
      const isWithin = !limits || rate("").ok;
      if (!isWithin) socket.close(CLOSE.policyViolation, "Too many frames");
      return isWithin;
    };
    place.lastHeard = now();
    place.isAdmin = connection.isAdmin;
    place.giveUp = () => socket.close(CLOSE.tryAgainLater, "Too many sockets");
    open.set(socket, place);
    socket.on("message", (data, isBinary) => {
      // Binary frames carry broadcasts, which are not served.
      if (!hear() || isBinary) return;
      // Of one piece, since no other binaryType was asked for.
      connection.receive((data as Buffer).toString());
    });
    socket.on("ping", hear);
    // Nobody asked for them, and a flood of them costs what any other does.
    socket.on("pong", hear);
    // ws has closed the socket by then, with the code that the mistake calls for.
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      connection.closed();
    });
  }

  const silenceCheck = setInterval(() => {
    const before = now() - MAX_SILENCE_MS;
    for (const [socket, { lastHeard }] of open) if (lastHeard < before) socket.close(CLOSE.normal, "No heartbeat");
  }, SILENCE_CHECK_MS).unref();
  server.once("close", () => clearInterval(silenceCheck));

  /** A page of another site can open a socket here with the visitor's network, though not with a token. */
  function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || origin === new URL(options.publicUrl).origin) return true;
    return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
  }

  function refuse(stream: Duplex, status: number, retryAfterSeconds?: number): number {
    const text = STATUS_CODES[status] ?? "";
    const headers = {
      ...options.headers,
      "Content-Security-Policy": CLOSED_POLICY,
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": String(text.length),
      "Cache-Control": "no-store",
      Connection: "close",
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    stream.once("finish", () => stream.destroy());
    stream.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join("")}\r\n${text}`);
    return status;
  }
}
