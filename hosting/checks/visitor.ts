import { once } from "node:events";
import { request } from "node:https";
import { createServer, type Socket } from "node:net";
import { connect } from "node:tls";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { onTestFinished } from "vitest";

/** A visitor's request. By default, it is a GET of the front page. */
export type Sent = {
  port: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The visitor's address in 127.0.0.0/8, which Linux has on its loopback. */
  from?: string;
};

export type Answer = { status: number; text: string };

/**
 * Sends a request to a local proxy by HTTPS over a new connection. It accepts the self-signed certificate.
 *
 * @throws {Error} if there is no complete response
 */
export function send({ port, method = "GET", path = "/", headers, body, from }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { host: "example.com", ...headers },
        rejectUnauthorized: false,
        agent: false,
        ...(from !== undefined && { localAddress: from }),
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text })).on("error", reject);
      },
    );
    sent.on("error", reject).end(body);
  });
}

/**
 * Opens a plain port that forwards to the proxy's HTTPS port, for clients that do not accept a self-signed certificate.
 *
 * @param from the address that the proxy sees
 * @returns the port
 */
export async function aTunnel(port: number, from: string): Promise<number> {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    // These are options for the underlying connection.
    const options = { host: "127.0.0.1", port, localAddress: from, rejectUnauthorized: false };
    const far = connect(options);
    join(near, far);
    join(far, near);
    ends.add(near).add(far);
  });
  server.listen(await freePort(), "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const end of ends) end.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

/** Connects two sockets in both directions. When one closes, the other closes too. */
function join(from: Socket, to: Socket): void {
  from
    .on("error", () => to.destroy())
    .on("close", () => to.destroy())
    .pipe(to);
}
