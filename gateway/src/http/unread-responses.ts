import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "../lib/log.ts";

/** How long a client may leave a response unread, in milliseconds. */
const MAX_UNREAD_MS = 60_000;
const CHECK_MS = 10_000;

/** Byte counts of a connection when they last changed. */
type Progress = { sent: number; unread: number; at: number };

/**
 * Closes connections whose client does not read its response: each uses memory and often an open file. A client that
 * reads slowly but steadily may continue. So may a client whose response is not ready yet.
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
      log.info({ unread }, "closed a connection whose client does not read");
      // Over HTTP/1.0, a client would think that the file is complete when the connection ends normally.
      socket.resetAndDestroy();
    }
  }

  const checks = setInterval(() => {
    for (const [socket, before] of connections) check(socket, before);
  }, CHECK_MS).unref();
  server.once("close", () => clearInterval(checks));
}

/** Counts the bytes that the client has not read: in Node's streams and in the handle below them. */
function countUnread(socket: Socket): number {
  return socket.writableLength + queuedBySystem(socket);
}

/**
 * For Node's streams a large body is a single write. Only the handle below the stream knows how much of the body is
 * left; Node's own socket timeout reads the same number. Without this number, a client would have to read a large body
 * within the timeout.
 */
function queuedBySystem(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  const size: unknown =
    typeof handle === "object" && handle !== null ? Reflect.get(handle, "writeQueueSize") : undefined;
  return typeof size === "number" ? size : 0;
}
