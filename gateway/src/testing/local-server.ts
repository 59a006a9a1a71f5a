import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Starts an HTTP server on this machine until the test ends. @returns its origin, `http://127.0.0.1:40123` */
export async function aLocalServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The address of a server on a TCP port is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
