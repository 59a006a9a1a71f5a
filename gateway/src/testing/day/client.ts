import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";

/** Longest that an answer is waited for, in milliseconds. No fault of the day keeps one back for so long. */
const TIMEOUT_MS = 60_000;

/** One request of a visitor. */
export type Ask = {
  path: string;
  method?: "GET" | "POST" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
  /** The address it comes from, as a proxy in front would tell it. */
  from: string;
};

/** A whole answer. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** No answer came, or only a part of one. What was asked for may have been done or not. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/** Where a visitor breaks off. */
export type BreakingPoint = "in the request" | "before the answer" | "in the answer";

/** HTTP as browsers speak it, over connections that are kept. */
export type DayClient = {
  /** @throws {Unanswered} */
  ask: (ask: Ask) => Promise<Answer>;
  /** Sends half of a request, or all of it, or reads the beginning of the answer too, and resets the connection. */
  breakOff: (ask: Ask, at: BreakingPoint) => Promise<void>;
  /** Closes the connections that are kept. */
  hangUp: () => void;
};

/** A client of the gateway at a port of this machine. */
export function createDayClient(port: number): DayClient {
  let agent = new Agent({ keepAlive: true });

  const optionsOf = ({ path, method = "GET", headers, body, from }: Ask): RequestOptions => ({
    host: "127.0.0.1",
    port,
    path,
    method,
    headers: {
      "X-Forwarded-For": from,
      ...(body !== undefined && { "Content-Length": String(Buffer.byteLength(body)) }),
      ...headers,
    },
  });

  return {
    ask: (ask) =>
      new Promise((resolve, reject) => {
        const fail = (why: unknown) => reject(new Unanswered(`${ask.method ?? "GET"} ${ask.path}: ${why}`));
        const sent = request({ ...optionsOf(ask), agent }, (response) => {
          const pieces: Buffer[] = [];
          response.on("data", (piece: Buffer) => pieces.push(piece));
          response.on("error", fail);
          response.on("close", () => {
            if (!response.complete) return fail("the answer broke off");
            const { statusCode = 0, headers } = response;
            resolve({ status: statusCode, headers, text: Buffer.concat(pieces).toString() });
          });
        });
        sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error("no answer within a minute")));
        sent.on("error", fail).end(ask.body);
      }),
    breakOff: (ask, at) =>
      new Promise((resolve) => {
        const options = optionsOf(ask);
        const sent = request({ ...options, agent: false }, (response) => {
          response.on("error", () => undefined).once("data", () => response.socket.resetAndDestroy());
        });
        sent.on("error", () => undefined).on("close", resolve);
        const breakOff = () => void sent.socket?.resetAndDestroy();
        if (at === "in the answer") sent.end(ask.body);
        else if (at === "before the answer") sent.end(ask.body, breakOff);
        else sent.write((ask.body ?? "").slice(0, 20), breakOff);
      }),
    hangUp() {
      agent.destroy();
      agent = new Agent({ keepAlive: true });
    },
  };
}
