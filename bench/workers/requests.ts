// Sends requests over keep-alive connections, in its own process. It uses plain sockets, because the load must cost less
// than what it measures.
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { createAnswerReader } from "./answers.ts";
import { SIGN_UP } from "./sign-up.ts";

/**
 * What to send: sign-ups for some seconds, a number of pages in turn, bodies to the store, or whole requests of any kind,
 * one for each connection.
 */
export type Orders = { port: number; connections: number } & (
  | { kind: "sign-ups"; round: string; apikey: string; seconds: number }
  | { kind: "pages"; paths: string[]; count: number }
  | { kind: "mixed"; requests: string[]; from: string; seconds: number }
  | { kind: "store"; bodies: string[]; accessToken: string; seconds: number; takesAnyAnswer?: boolean }
);

/**
 * The result. `acknowledged` counts successful responses; every request got a response. `busy` is the share of a core that
 * sending took: near 1, the sender itself was the limit.
 */
export type Outcome = { sent: number; acknowledged: number; seconds: number; busy: number };

// Handed over by our own bench.
const orders = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Orders;
const from = performance.now();
const cpuBefore = process.cpuUsage();
const mayGoOn =
  orders.kind === "pages" ? () => sent < orders.count : () => performance.now() - from < orders.seconds * 1000;
const good = orders.kind === "sign-ups" ? 201 : 200;

const takesAny = orders.kind === "mixed" || (orders.kind === "store" && orders.takesAnyAnswer === true);

let sent = 0;
let acknowledged = 0;
await Promise.all(Array.from({ length: orders.connections }, (_, connection) => talk(connection)));
const seconds = (performance.now() - from) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
process.stdout.write(
  JSON.stringify({ sent, acknowledged, seconds, busy: (user + system) / 1e6 / seconds } satisfies Outcome),
);

/** One connection: a request, its response, the next request. */
function talk(connection: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const from = orders.kind === "mixed" ? { localAddress: orders.from } : {};
    const socket: Socket = connect({ host: "127.0.0.1", port: orders.port, noDelay: true, ...from });
    const next = () => {
      if (!mayGoOn()) {
        socket.end();
        resolve();
        return;
      }
      socket.write(requestOf(sent, connection));
      sent += 1;
    };
    const read = createAnswerReader((status) => {
      if (takesAny || status === good) acknowledged += 1;
      next();
    });
    socket
      .on("connect", next)
      .on("data", read)
      .on("error", (error) => takesAny || reject(error));
    socket.on("close", () => {
      // A server closes the connection when a body is too long. An attacker reconnects.
      if (takesAny) resolve(mayGoOn() ? talk(connection) : undefined);
      // After resolve this has no effect.
      else reject(new Error("The server closed a connection that was to stay open"));
    });
  });
}

function requestOf(number: number, connection: number): string {
  if (orders.kind === "pages") {
    const path = orders.paths[number % orders.paths.length];
    return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${orders.port}\r\nAccept-Encoding: br\r\n\r\n`;
  }
  if (orders.kind === "mixed") {
    const request = orders.requests[connection % orders.requests.length] ?? "";
    // As long as the placeholder, so that Content-Length stays right.
    return request.replace("%NUMBER%", String(number).padStart("%NUMBER%".length, "0"));
  }
  if (orders.kind === "store") {
    // Makes each body unique if it has a placeholder.
    const body = (orders.bodies[connection % orders.bodies.length] ?? "").replace("%NUMBER%", String(number));
    return (
      `POST /api/2022-10/graphql.json HTTP/1.1\r\nHost: 127.0.0.1:${orders.port}\r\n` +
      `X-Shopify-Storefront-Access-Token: ${orders.accessToken}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  }
  const { port, apikey, round } = orders;
  const { status, source } = SIGN_UP;
  // The field that the site's own form sends.
  const row = { email: SIGN_UP.emailOf(round, number), status, source, subscribed_at: new Date().toISOString() };
  const body = JSON.stringify(row);
  return (
    `POST /rest/v1/newsletter_subscribers HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\napikey: ${apikey}\r\n` +
    `Content-Type: application/json\r\nPrefer: return=minimal\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}
