import WebSocket from "ws";
import { TIMEOUT_MS } from "../try-fetch.ts";

/**
 * Asks for a WebSocket and lets go of it at once.
 *
 * @param address `wss://…`
 * @returns 101 when it was granted, otherwise the status of the refusal
 * @throws {Error} when the server cannot be reached
 */
export function tryWebSocket(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { handshakeTimeout: TIMEOUT_MS, perMessageDeflate: false });
    socket.on("open", () => {
      resolve(101);
      socket.close();
    });
    socket.on("unexpected-response", (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    // Also comes after a refusal that was told already, and then says nothing new.
    socket.on("error", reject);
  });
}
