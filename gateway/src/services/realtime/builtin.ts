import type { Logger } from "../../lib/log.ts";
import type { Identify } from "../shared/caller.ts";
import type { Changes, PublishedTable } from "../shared/change-events.ts";
import { createChannels } from "./builtin/channels.ts";
import { createConnection } from "./builtin/connection.ts";
import type { RealtimeConnection, RealtimeService, RealtimeSocket } from "./contract.ts";
import { CLOSE } from "./contract.ts";
import { type FrameVersion, frameVersionOf } from "./frames.ts";

/** What the built-in realtime service needs. */
export type BuiltinRealtimeOptions = {
  changes: Changes;
  /** The table whose changes may be heard. */
  table: PublishedTable;
  identify: Identify;
  anonymousKey: string;
  /** Whether rows have changed without a word since this was last asked, as by another program. */
  haveRowsChangedUnseen: () => boolean;
  log: Pick<Logger, "error">;
};

/** How often it is asked whether rows changed unseen while somebody listens, in milliseconds. */
const CHANGE_CHECK_MS = 1_000;
/** How often tokens are checked on channels on which nothing happens, in milliseconds. */
const TOKEN_CHECK_MS = 5_000;

/** Realtime within this process: what the database publishes goes to the sockets of those who may read the row. */
export function createBuiltinRealtime(options: BuiltinRealtimeOptions): RealtimeService {
  const { changes, table, identify, anonymousKey, haveRowsChangedUnseen, log } = options;
  const sockets = new Map<RealtimeSocket, RealtimeConnection>();
  const onError = (error: unknown) => log.error({ err: error }, "realtime failed");
  const identifyToken = (token: string) => identify({ apikey: anonymousKey, authorization: `Bearer ${token}` });
  const audience = createChannels({ table, identify: identifyToken, onError });
  const unsubscribe = changes.subscribe(audience.tell);
  let timers: NodeJS.Timeout[] = [];
  let isStopped = false;

  function connect(socket: RealtimeSocket, version: FrameVersion): RealtimeConnection {
    if (sockets.size === 0) startChecking();
    const connection = createConnection({
      socket,
      version,
      audience,
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
    // Between the handshake and here the program may have begun to end.
    if (isStopped) socket.close(CLOSE.serviceRestart, "Restarting");
    return { ...connection, closed };
  }

  function startChecking(): void {
    // What changed while nobody listened was missed by nobody.
    look(() => {});
    timers = [
      setInterval(() => look(() => audience.tell({ type: "missed" })), CHANGE_CHECK_MS).unref(),
      setInterval(() => audience.endExpired().catch(onError), TOKEN_CHECK_MS).unref(),
    ];
  }

  function look(onChanged: () => void): void {
    try {
      if (haveRowsChangedUnseen()) onChanged();
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
