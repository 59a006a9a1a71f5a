import { CLOSE } from "../../http/close-codes.ts";
import type { RealtimeConnection, RealtimeSocket } from "../../http/web-sockets.ts";
import type { Logger } from "../../lib/log.ts";
import type { Identify } from "../shared/caller.ts";
import type { Changes, PublishedTable } from "../shared/change-events.ts";
import { createChannels } from "./builtin/channels.ts";
import { createConnection } from "./builtin/connection.ts";
import type { RealtimeService } from "./contract.ts";
import { type FrameVersion, frameVersionOf } from "./frames.ts";

type BuiltinRealtimeOptions = {
  changes: Changes;
  /** The published table. */
  table: PublishedTable;
  identify: Identify;
  anonymousKey: string;
  /** Whether rows changed without an event since the last call, for example by another program. */
  hasOutsideChanges: () => boolean;
  log: Pick<Logger, "error">;
};

/** Pause between two checks for rows that changed without an event, in milliseconds. */
const CHANGE_CHECK_MS = 1_000;
/** Pause between two checks of the tokens of idle channels, in milliseconds. */
const TOKEN_CHECK_MS = 5_000;

/** Realtime in this process: sends published changes to the sockets whose token may read the row. */
export function createBuiltinRealtime(options: BuiltinRealtimeOptions): RealtimeService {
  const { changes, table, identify, anonymousKey, hasOutsideChanges, log } = options;
  const sockets = new Map<RealtimeSocket, RealtimeConnection>();
  const onError = (error: unknown) => log.error({ err: error }, "realtime failed");
  const identifyToken = (token: string) => identify({ apikey: anonymousKey, authorization: `Bearer ${token}` });
  const channels = createChannels({ table, identify: identifyToken, onError });
  const unsubscribe = changes.subscribe(channels.deliver);
  let timers: NodeJS.Timeout[] = [];
  let isStopped = false;

  function connect(socket: RealtimeSocket, version: FrameVersion): RealtimeConnection {
    if (sockets.size === 0) startChecking();
    const connection = createConnection({
      socket,
      version,
      allChannels: channels,
      table,
      identify: identifyToken,
      anonymousKey,
      onError,
    });
    const closed = () => {
      connection.closed();
      if (sockets.delete(socket) && sockets.size === 0) stopChecking();
    };
    sockets.set(socket, { ...connection, closed });
    // The program may have begun to stop since the handshake.
    if (isStopped) socket.close(CLOSE.serviceRestart, "Restarting");
    return { ...connection, closed };
  }

  function startChecking(): void {
    // Changes from before the first listener do not count.
    checkForChanges(() => {});
    timers = [
      setInterval(() => checkForChanges(() => channels.deliver({ type: "missed" })), CHANGE_CHECK_MS).unref(),
      setInterval(() => channels.endExpired().catch(onError), TOKEN_CHECK_MS).unref(),
    ];
  }

  function checkForChanges(onChanged: () => void): void {
    try {
      if (hasOutsideChanges()) onChanged();
    } catch (error) {
      onError(error);
    }
  }

  function stopChecking(): void {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  return {
    async open({ apikey, vsn }) {
      const version = frameVersionOf(vsn);
      if (version === undefined) return { ok: false, status: 400 };
      if (isStopped) return { ok: false, status: 503 };
      try {
        const identification = await identify({ apikey, authorization: undefined });
        if (!identification.ok) return { ok: false, status: 401 };
      } catch (error) {
        onError(error);
        return { ok: false, status: 503 };
      }
      return { ok: true, connect: (socket) => connect(socket, version) };
    },
    stop() {
      isStopped = true;
      unsubscribe();
      stopChecking();
      for (const [socket, connection] of [...sockets]) {
        connection.closed();
        socket.close(CLOSE.serviceRestart, "Restarting");
      }
    },
  };
}
