import WebSocket from "ws";
import { TIMEOUT_MS } from "../try-fetch.ts";

/**
 * Requests a WebSocket and closes it at once.
 *
 * @param address `wss://…`
 * @returns 101 when the socket opens, otherwise the status of the response
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
    // Also fires after an unexpected response, when the promise is settled already.
    socket.on("error", reject);
  });
}
