import type { Server } from "node:http";
import type { BlockList, Socket } from "node:net";
import { clientAddress, isTrusted, limitKey } from "./client-address.ts";
import { createClientPlaces } from "./client-places.ts";

/**
 * Closes new connections of a client that has too many, so that no client takes all connections. Connections of a
 * trusted proxy carry many clients, so they are not counted. The server counts each client's open requests instead.
 */
export function limitConnections(server: Server, trustedProxies: BlockList): void {
  const places = createClientPlaces();
  server.on("connection", (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress ?? "", undefined, trustedProxies);
    if (isTrusted(address, trustedProxies)) return;
    const giveBack = places.take(limitKey(address));
    if (giveBack) socket.once("close", giveBack);
    else socket.destroy();
  });
}
