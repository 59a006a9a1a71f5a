import type { Server } from "node:http";
import type { BlockList, Socket } from "node:net";
import { clientAddress, isTrusted, limitKey } from "./client-address.ts";

/** Most open connections of one client. A browser opens six, so that is enough for a hundred people behind one address. */
const MAX_CONNECTIONS_EACH = 600;

/**
 * Closes new connections of a client that has too many, so that no client takes all there are. Connections of a trusted
 * proxy carry many clients and are not counted; the proxy limits its own clients.
 */
export function limitConnections(server: Server, trustedProxies: BlockList): void {
  const openByClient = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress ?? "", undefined, trustedProxies);
    if (isTrusted(address, trustedProxies)) return;
    const key = limitKey(address);
    const open = openByClient.get(key) ?? 0;
    if (open >= MAX_CONNECTIONS_EACH) {
      socket.destroy();
      return;
    }
    openByClient.set(key, open + 1);
    socket.once("close", () => {
      const left = (openByClient.get(key) ?? 1) - 1;
      if (left === 0) openByClient.delete(key);
      else openByClient.set(key, left);
    });
  });
}
