import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "../lib/log.ts";

/** How long a client may leave unread what waits for it, in milliseconds. */
const MAX_UNREAD_MS = 60_000;
const CHECK_MS = 10_000;

/** What of a connection was last seen to change. */
type Progress = { sent: number; unread: number; at: number };

/**
 * Closes connections whose client reads nothing of what waits for it: each holds memory, and often an open file. One that
 * reads slowly but steadily stays, and so does one whose response is still being worked on.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function closeUnreadResponses(server: Server, log: Pick<Logger, "info">, now: () => number): void {
  const connections = new Map<Socket, Progress | undefined>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });

  function check(socket: Socket, before: Progress | undefined): void {
    const unread = countUnread(socket);
    const sent = socket.bytesWritten;
    const hasMoved = before?.unread !== unread || before.sent !== sent;
    if (unread === 0) connections.set(socket, undefined);
    else if (!before || hasMoved) connections.set(socket, { sent, unread, at: now() });
    else if (now() - before.at >= MAX_UNREAD_MS) {
      log.info({ unread }, "a connection whose client does not read was closed");
      // A mere end would be to HTTP/1.0 the end of a whole file.
      socket.resetAndDestroy();
    }
  }

  const checks = setInterval(() => {
    for (const [socket, before] of connections) check(socket, before);
  }, CHECK_MS).unref();
  server.once("close", () => clearInterval(checks));
}

/** Bytes that wait for the client to read: those in Node's streams, and those of them that the system has not taken yet. */
function countUnread(socket: Socket): number {
  return socket.writableLength + queuedBySystem(socket);
}

/**
 * A large body is one write to Node's streams however slowly it is read. Only the handle below says how much of it is left;
 * Node's own timeout of sockets reads the same number. Without it a large body has to be read within the time.
 */
function queuedBySystem(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  const size: unknown =
    typeof handle === "object" && handle !== null ? Reflect.get(handle, "writeQueueSize") : undefined;
  return typeof size === "number" ? size : 0;
}
