import { once } from "node:events";
import { request } from "node:https";
import { createServer, type Socket } from "node:net";
import { connect } from "node:tls";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { onTestFinished } from "vitest";

/** What a visitor asks; a GET of the front page where nothing else is said. */
export type Sent = {
  port: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The visitor's own address, one of 127.0.0.0/8, all of which Linux has on its loopback. */
  from?: string;
};

/** What came back. */
export type Answer = { status: number; text: string };

/**
 * Asks a proxy of this machine by https, whose certificate nobody has signed, over a connection of its own.
 *
 * @throws {Error} when there is no answer, or not the whole of one
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
 * A way to a proxy without https, for clients that insist on a certificate which somebody has signed.
 *
 * @param from the address that the proxy sees
 * @returns the port where it begins
 */
export async function aTunnel(port: number, from: string): Promise<number> {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    // What is meant for the connection below is passed on to it.
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

/** What comes from one goes to the other, and either goes with the other, as one connection would. */
function join(from: Socket, to: Socket): void {
  from
    .on("error", () => to.destroy())
    .on("close", () => to.destroy())
    .pipe(to);
}
