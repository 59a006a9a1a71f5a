// Sends requests over keep-alive connections, in its own process. It uses plain sockets, because sending the load must
// cost less than what it measures.
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

/** The requests to send. Each connection sends one of them again and again. */
export type Orders = {
  port: number;
  connections: number;
  /** Whole requests as text. Each `%NUMBER%` becomes the number of the request, with eight digits. */
  requests: string[];
  /** How long to send, or how many requests. */
  until: { seconds: number } | { count: number };
  /** The status of a successful response. If absent, every response is one, and the server may close connections. */
  good?: number;
  /** The local address from which to connect. */
  from?: string;
};

/**
 * The result. `acknowledged` counts successful responses, `turnedAway` those with status 429. `busy` is the share of a
 * core that sending took. Near 1, the sender itself was the limit.
 */
export type Outcome = { sent: number; acknowledged: number; turnedAway: number; seconds: number; busy: number };

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
const NUMBER = "%NUMBER%";

// The cast holds: our own bench passes them in a file.
const { port, connections, requests, until, good, from } = JSON.parse(
  readFileSync(process.argv[2] ?? "", "utf8"),
) as Orders;
const begun = performance.now();
const cpuBefore = process.cpuUsage();
const mayGoOn = () => ("count" in until ? sent < until.count : performance.now() - begun < until.seconds * 1000);

let sent = 0;
let acknowledged = 0;
let turnedAway = 0;
await Promise.all(Array.from({ length: connections }, (_, connection) => talk(connection)));
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const busy = (user + system) / 1e6 / seconds;
process.stdout.write(JSON.stringify({ sent, acknowledged, turnedAway, seconds, busy } satisfies Outcome));

/** Sends requests over one connection, each after the response to the previous one. */
function talk(connection: number): Promise<void> {
  const request = requests[connection % requests.length] ?? "";
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true, ...(from && { localAddress: from }) });
    const next = () => {
      if (!mayGoOn()) {
        socket.end();
        resolve();
        return;
      }
      // The number is as long as the placeholder, so that Content-Length stays right.
      socket.write(request.replace(NUMBER, String(sent).padStart(NUMBER.length, "0")));
      sent += 1;
    };
    const read = createResponseReader((status) => {
      if (good === undefined || status === good) acknowledged += 1;
      if (status === 429) turnedAway += 1;
      next();
    });
    socket
      .on("connect", next)
      .on("data", read)
      .on("error", (error) => good === undefined || reject(error));
    socket.on("close", () => {
      // If a body is too long, the server closes the connection. The worker then reconnects, as an attacker would.
      if (good === undefined) resolve(mayGoOn() ? talk(connection) : undefined);
      // This has no effect after `resolve`.
      else reject(new Error("The server closed a connection that was to stay open"));
    });
  });
}

/**
 * Reads responses from a connection with one request at a time.
 *
 * @param onResponse called with the status when a response is complete
 * @returns the function that takes each piece of data
 */
function createResponseReader(onResponse: (status: number) => void): (piece: Buffer) => void {
  let come: Buffer = Buffer.alloc(0);
  return (piece) => {
    come = come.length > 0 ? Buffer.concat([come, piece]) : piece;
    const headEnd = come.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = come.toString("latin1", 0, headEnd);
    const bodyAt = headEnd + HEAD_END.length;
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    // Without a length, the response comes in chunks. If a chunk ends like the last one, the response only counts
    // early.
    const isWhole =
      length === undefined
        ? come.length >= bodyAt + LAST_CHUNK.length && come.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : come.length >= bodyAt + Number(length);
    if (!isWhole) return;
    come = Buffer.alloc(0);
    onResponse(Number(head.slice(9, 12)));
  };
}
