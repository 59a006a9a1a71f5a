import { WebSocket } from "ws";
import { CLOSE } from "../../http/close-codes.ts";
import type { RealtimeConnection, RealtimeSocket } from "../../http/web-sockets.ts";
import type { Logger } from "../../lib/log.ts";
import { createCircuit } from "../../lib/provider/circuit.ts";
import type { HostedProject } from "../shared/supabase-project.ts";
import type { RealtimeService } from "./contract.ts";
import { type FrameVersion, frameVersionOf, parseFrame } from "./frames.ts";
import { followAdminTopics } from "./hosted/admin-topics.ts";
import { filterClientFrame, isForClient } from "./hosted/filter-frames.ts";

type HostedRealtimeOptions = {
  project: HostedProject;
  log: Pick<Logger, "warn" | "info">;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
};

/**
 * Maximum number of sockets on which no admin listens. Each has a socket at Supabase, whose smallest plan allows 200 at
 * a time. The rest is for the owner. Source: supabase.com, Realtime Limits.
 */
const MAX_ANONYMOUS = 100;
/** How long the provider may take to open its socket, in milliseconds. Clients give up after ten seconds. */
const OPENING_MS = 8_000;
/** Maximum number of a client's frames that wait for the provider's socket. A dashboard sends two or three. */
const WAITING_MAX = 50;
/** Maximum size of a frame from the provider, in bytes: rows are small. */
const MAX_FRAME_BYTES = 1024 * 1024;
/** Maximum number of unsent bytes when the provider does not read. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** Close codes from the provider that are passed to the client. */
const PASSED_CODES: ReadonlySet<number> = new Set([
  CLOSE.normal,
  CLOSE.goingAway,
  CLOSE.policyViolation,
  CLOSE.internalError,
  CLOSE.serviceRestart,
  CLOSE.tryAgainLater,
]);

/**
 * Live updates from Supabase. Each client's socket has its own socket at the provider, which decides who may read what.
 * Both sockets close together. A client that did not close its own socket gets a close code that makes it reconnect.
 */
export function createHostedRealtime(options: HostedRealtimeOptions): RealtimeService {
  const { project, log, now = () => performance.now() } = options;
  const { provider, anonymousKey, providerKey } = project;
  const address = `${provider.url.replace(/^http/, "ws")}/realtime/v1/websocket`;
  const ends = new Set<(code: number, reason: string) => void>();
  const circuit = createCircuit({
    now,
    onChange(state) {
      if (state === "open") log.warn({ provider: provider.name }, "live updates pause after failures");
      else log.info({ provider: provider.name }, "live updates resume");
    },
  });
  let isStopped = false;

  function connect(socket: RealtimeSocket, version: FrameVersion): RealtimeConnection {
    const query = new URLSearchParams({ apikey: providerKey, vsn: version });
    const upstream = new WebSocket(`${address}?${query}`, {
      handshakeTimeout: OPENING_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    });
    const waiting: string[] = [];
    const adminTopics = followAdminTopics(anonymousKey);
    let isOver = false;
    let wasOpen = false;

    function end(code: number, reason: string): void {
      if (isOver) return;
      isOver = true;
      ends.delete(end);
      waiting.length = 0;
      socket.close(code, reason);
      // A socket that never opened needs no close handshake.
      if (wasOpen) upstream.close(CLOSE.normal);
      else upstream.terminate();
    }

    function send(frame: string): void {
      const isFull = waiting.length >= WAITING_MAX || upstream.bufferedAmount > MAX_UNSENT_BYTES;
      if (isFull) end(CLOSE.tryAgainLater, "Try again later");
      else if (upstream.readyState === WebSocket.OPEN) upstream.send(frame);
      else waiting.push(frame);
    }

    ends.add(end);
    upstream.on("open", () => {
      wasOpen = true;
      circuit.succeed();
      for (const frame of waiting.splice(0)) upstream.send(frame);
    });
    upstream.on("message", (data, isBinary) => {
      // Binary frames carry broadcasts, which are not served.
      if (isOver || isBinary) return;
      // The data is a single Buffer, because that is the default binaryType.
      const text = (data as Buffer).toString();
      const frame = parseFrame(text, version);
      if (!frame || !isForClient(frame)) return;
      adminTopics.received(frame);
      socket.send(text);
    });
    // The "close" event follows. We do not log this error, because its address contains the key.
    upstream.on("error", () => {});
    upstream.on("close", (code) => {
      if (!wasOpen && !isOver && !isStopped) circuit.fail();
      // Codes 1005 and 1006 may not be sent. All other codes concern only our socket at the provider.
      if (wasOpen) end(PASSED_CODES.has(code) ? code : CLOSE.serviceRestart, "Closed by the provider");
      else end(CLOSE.tryAgainLater, "Try again later");
    });
    // The program may have begun to stop since the handshake.
    if (isStopped) end(CLOSE.serviceRestart, "Restarting");

    return {
      receive(text) {
        if (isOver) return;
        const result = filterClientFrame(text, version, { anonymousKey, providerKey });
        if (result === "silence") return;
        if (result === "no-frame") return end(CLOSE.protocolError, "Not a frame of this protocol");
        if ("answer" in result) return socket.send(result.answer);
        adminTopics.sent(result.frame);
        send(result.pass);
      },
      isAdmin: adminTopics.isAny,
      closed: () => end(CLOSE.normal, ""),
    };
  }

  return {
    maxAnonymous: MAX_ANONYMOUS,
    async open({ apikey, vsn }) {
      const version = frameVersionOf(vsn);
      if (version === undefined) return { ok: false, status: 400 };
      if (apikey !== anonymousKey) return { ok: false, status: 401 };
      if (isStopped || !circuit.enter().ok) return { ok: false, status: 503 };
      return { ok: true, connect: (socket) => connect(socket, version) };
    },
    stop() {
      isStopped = true;
      for (const end of [...ends]) end(CLOSE.serviceRestart, "Restarting");
    },
  };
}
