import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";

/** How long open requests may take to finish when the server stops, in milliseconds. */
const DRAIN_MS = 10_000;
/** How long after the stop an idle connection may bring one more request, in milliseconds. */
const LAST_REQUESTS_MS = 250;
const DRAIN_CHECK_MS = 50;

/**
 * Checks that a port is free, before the slow steps of a start.
 *
 * @throws {Error} when the port is not free
 */
export async function tryPort(host: string, port: number): Promise<void> {
  const server = new TcpServer();
  await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
}

/** @throws {Error} when the port is not free */
export function listen(server: TcpServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * Stops the server without losing requests. If a connection closes during a sign-up, the sign-up may have been stored,
 * so a proxy must not repeat it. Therefore an idle connection stays open for a moment, and one more request on it gets
 * a response.
 */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.maxRequestsPerSocket = 1;
    let idle: NodeJS.Timeout | undefined;
    const last = setTimeout(() => {
      // Clients keep connections open after their last request, but nothing more will come.
      idle = setInterval(() => server.closeIdleConnections(), DRAIN_CHECK_MS);
    }, LAST_REQUESTS_MS);
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // The HTTP server's own close would end every idle connection at once.
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(last);
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
  });
}
