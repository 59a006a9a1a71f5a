import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { BlockList } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { Logger } from "../lib/log.ts";
import { clientOf } from "./client-address.ts";
import type { ClientDelay } from "./client-delay.ts";
import { CLOSE } from "./close-codes.ts";
import { createRateLimit } from "./rate-limit.ts";
import { CLOSED_POLICY } from "./security-headers.ts";
import { createSocketPlaces, type SocketPlace } from "./socket-places.ts";

/** The path of sockets. Upgrades at other paths are ignored. */
export const SOCKET_PATH = "/realtime/v1/websocket";

/** The parameters of a handshake. */
type Opening = {
  apikey: string | undefined;
  /** Version of the frames, `1.0.0` or `2.0.0`. Without a version it is 1.0.0. */
  vsn: string | undefined;
  client: { key: string; address: string; userAgent: string };
};

/** The gateway's end of an open socket. Frames are text. */
export interface RealtimeSocket {
  /** Sends a frame. A closed socket drops it. A client that does not read fast enough is disconnected. */
  send(frame: string): void;
  /** @param code of RFC 6455 §7.4, or of IANA's registry of close codes */
  close(code: number, reason: string): void;
}

/** The service's side of a socket. */
export interface RealtimeConnection {
  /** Receives a frame. Frames are handled one at a time, in order. */
  receive(frame: string): void;
  /** Whether the client listens with an admin's token, as far as the service knows. */
  isAdmin(): boolean;
  /** Call this when the socket has closed. */
  closed(): void;
}

/**
 * Whether a socket may be opened. `status` is the status of the response: 400 for an unknown version, 401 for a missing
 * or wrong key, 503 when the key cannot be checked or the program is stopping.
 */
type Admission =
  | { ok: true; connect: (socket: RealtimeSocket) => RealtimeConnection }
  | { ok: false; status: 400 | 401 | 503 };

/** A service that handles sockets. */
export interface SocketService {
  /** Maximum number of sockets without an admin, if it is lower than usual. */
  readonly maxAnonymous?: number;
  /** Decides whether a socket may be opened. Never rejects. */
  open(opening: Opening): Promise<Admission>;
  /** Closes every socket and opens no more. Call this before the program ends. */
  stop(): void;
}

export type WebSocketOptions = {
  /** The site's public address, without a slash at the end. */
  publicUrl: string;
  trustedProxies: BlockList;
  log: Logger;
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Whether rate limits are on. */
  limits: boolean;
  /** Undefined when limits are off. */
  delay?: ClientDelay | undefined;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
};

/** Handshakes of one client: enough for a browser that restores many tabs at the same time. */
const HANDSHAKE_RATE = { burst: 120, perSecond: 5 };
/** Frames of one socket: a dashboard sends one every 25 seconds. */
const FRAME_RATE = { burst: 50, perSecond: 5 };
/**
 * Bytes that one client may send over all its anonymous sockets, because parsing a large frame takes time. A dashboard
 * signs in with 2 kB, so a hundred dashboards can be restored together.
 */
const ANONYMOUS_BYTES_RATE = { burst: 512 * 1024, perSecond: 16 * 1024 };
/** Maximum size of a client's frame, in bytes. */
const MAX_FRAME_BYTES = 64 * 1024;
/**
 * Maximum number of parts of a frame. Browsers send whole frames. Rate limits count whole frames, so they do not count
 * the time that each part costs, even an empty one.
 */
const MAX_FRAME_PARTS = 64;
/**
 * Maximum number of pieces in which a frame may arrive: each takes about 500 bytes of memory, even if it holds a single
 * one. The largest frame takes 45 packets of Ethernet, and 54 of the smallest that IPv6 allows.
 */
const MAX_FRAME_PIECES = 64;
/**
 * Maximum number of unsent bytes for a client that does not read. An anonymous client gets only replies to its own
 * frames, and there may be a thousand such clients.
 */
const MAX_WAITING_BYTES = { admin: 1024 * 1024, anonymous: 64 * 1024 };
/** How long a client may be silent, in milliseconds. Browsers run the timers of a hidden page once a minute. */
const MAX_SILENCE_MS = 90_000;
const SILENCE_CHECK_MS = 10_000;
/** How long a client may take to close its side, in milliseconds. */
const CLOSE_MS = 2_000;

/** Whether a request wants to open a socket here. */
export function wantsSocket({ method, headers, url = "" }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && url.split("?", 1)[0] === SOCKET_PATH;
}

/** Opens sockets for the clients of a server, within limits, and passes their frames to the service. */
export function acceptWebSockets(server: Server, realtime: SocketService, options: WebSocketOptions): void {
  const { log, limits, now = () => performance.now() } = options;
  // The types of ws lack closeTimeout.
  const protocol = {
    noServer: true,
    clientTracking: false,
    // Messages are small, and compression costs memory for each socket.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_FRAME_PARTS,
    maxBufferedChunks: MAX_FRAME_PIECES,
    closeTimeout: CLOSE_MS,
  };
  const handshakes = new WebSocketServer(protocol);
  const handshakeRate = createRateLimit(HANDSHAKE_RATE, now);
  const anonymousBytes = createRateLimit(ANONYMOUS_BYTES_RATE, now);
  const places = createSocketPlaces(limits, realtime.maxAnonymous);
  const open = new Map<WebSocket, SocketPlace>();

  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Without a listener, a broken connection would end the program.
    stream.on("error", () => stream.destroy());
    const from = now();
    respond(request, stream, head)
      .catch((error: unknown) => {
        log.error({ err: error }, "a socket could not be opened");
        return reject(stream, 500);
      })
      .then((status) => {
        const ms = Math.round((now() - from) * 10) / 10;
        log.info({ method: request.method, path: SOCKET_PATH, status, ms }, "answered");
      });
  });

  /** @returns the status of the response */
  async function respond(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<number> {
    const { headers, url = "" } = request;
    if (!isOwnOrigin(headers.origin, headers.host)) return reject(stream, 403);
    const client = clientOf(request, options.trustedProxies);
    if (limits) {
      const rate = handshakeRate(client.key);
      if (!rate.ok) {
        await options.delay?.(client.key);
        return reject(stream, 429, rate.retryAfterSeconds);
      }
    }
    const place = places.take(client.key, now());
    if (place === "client-has-too-many") return reject(stream, 429, 60);
    if (place === "all-taken") return reject(stream, 503, 60);
    stream.once("close", () => places.leave(place));

    const query = new URLSearchParams(url.slice(SOCKET_PATH.length));
    const header = headers.apikey;
    const apikey = query.get("apikey") ?? (typeof header === "string" ? header : undefined);
    const admission = await realtime.open({ apikey, vsn: query.get("vsn") ?? undefined, client });
    if (!admission.ok) return reject(stream, admission.status);
    // The client disconnected meanwhile. 499 is nginx's status for that.
    if (stream.destroyed) return 499;
    let status = 400;
    // Calls back at once when the handshake is valid. Otherwise `ws` itself responds.
    handshakes.handleUpgrade(request, stream, head, (socket) => {
      status = 101;
      serve(socket, place, admission.connect);
    });
    return status;
  }

  function serve(socket: WebSocket, place: SocketPlace, connect: Extract<Admission, { ok: true }>["connect"]): void {
    const rate = createRateLimit(FRAME_RATE, now);
    const connection = connect({
      send(frame) {
        if (socket.readyState !== WebSocket.OPEN) return;
        const maxBytes = place.isAdmin() ? MAX_WAITING_BYTES.admin : MAX_WAITING_BYTES.anonymous;
        if (socket.bufferedAmount <= maxBytes) return socket.send(frame);
        log.info({ path: SOCKET_PATH }, "a socket that does not read was closed");
        // A close frame would have to wait until the client has read all other frames.
        socket.terminate();
      },
      close: (code, reason) => socket.close(code, reason),
    });
    const mayReceive = ({ length }: Buffer) => {
      if (!rate("").ok) return false;
      if (place.isAdmin()) return true;
      const isWithin = anonymousBytes.hasLeft(place.key);
      if (isWithin) anonymousBytes.spend(place.key, length);
      return isWithin;
    };
    const countFrame = (data: Buffer) => {
      place.lastHeard = now();
      const isWithin = !limits || mayReceive(data);
      if (!isWithin) socket.close(CLOSE.policyViolation, "Too many frames");
      return isWithin;
    };
    place.lastHeard = now();
    place.isAdmin = connection.isAdmin;
    place.giveUp = () => socket.close(CLOSE.tryAgainLater, "Too many sockets");
    open.set(socket, place);
    socket.on("message", (data, isBinary) => {
      // It is a Buffer, because no other binaryType is set.
      const frame = data as Buffer;
      // Binary frames carry broadcasts, which are not served.
      if (countFrame(frame) && !isBinary) connection.receive(frame.toString());
    });
    socket.on("ping", countFrame);
    // We send no pings, so no client has a reason to send pongs. They count, because they cost as much as other frames.
    socket.on("pong", countFrame);
    // ws has closed the socket already, with the code that fits the error.
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

  /** Rejects pages of other sites. They have no token, but they could open sockets from their visitors' networks. */
  function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || origin === new URL(options.publicUrl).origin) return true;
    return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
  }

  function reject(stream: Duplex, status: number, retryAfterSeconds?: number): number {
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
