import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";

/** Timeout of a response, in milliseconds. No fault of the day delays one for so long. */
const TIMEOUT_MS = 60_000;

/** One request of a visitor. */
export type VisitorRequest = {
  path: string;
  method?: "GET" | "POST" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
  /** The client's address, as a proxy in front sends it. */
  from: string;
};

/** A complete response. */
export type VisitorResponse = { status: number; headers: IncomingHttpHeaders; text: string };

/** No response came, or only a part of one. The request may have had an effect or not. */
export class NoResponse extends Error {
  override readonly name = "NoResponse";
}

/** When a visitor aborts. */
type AbortPoint = "in the request" | "before the response" | "in the response";

/** An HTTP client that reuses connections as browsers do. */
export type DayClient = {
  /** @throws {NoResponse} */
  send: (options: VisitorRequest) => Promise<VisitorResponse>;
  /** Resets the connection after half of the request, after all of it, or after the beginning of the response. */
  abort: (options: VisitorRequest, at: AbortPoint) => Promise<void>;
  /** Closes idle connections. */
  closeIdle: () => void;
};

/** Creates a client of the gateway on a local port. */
export function createDayClient(port: number): DayClient {
  let agent = new Agent({ keepAlive: true });

  const toRequestOptions = ({ path, method = "GET", headers, body, from }: VisitorRequest): RequestOptions => ({
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
    send: (options) =>
      new Promise((resolve, reject) => {
        const fail = (why: unknown) => reject(new NoResponse(`${options.method ?? "GET"} ${options.path}: ${why}`));
        const sent = request({ ...toRequestOptions(options), agent }, (response) => {
          const pieces: Buffer[] = [];
          response.on("data", (piece: Buffer) => pieces.push(piece));
          response.on("error", fail);
          response.on("close", () => {
            if (!response.complete) return fail("the response is incomplete");
            const { statusCode = 0, headers } = response;
            resolve({ status: statusCode, headers, text: Buffer.concat(pieces).toString() });
          });
        });
        sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error("no response within a minute")));
        sent.on("error", fail).end(options.body);
      }),
    abort: (options, at) =>
      new Promise((resolve) => {
        const requestOptions = toRequestOptions(options);
        const sent = request({ ...requestOptions, agent: false }, (response) => {
          response.on("error", () => undefined).once("data", () => response.socket.resetAndDestroy());
        });
        sent.on("error", () => undefined).on("close", resolve);
        const abort = () => void sent.socket?.resetAndDestroy();
        if (at === "in the response") sent.end(options.body);
        else if (at === "before the response") sent.end(options.body, abort);
        else sent.write((options.body ?? "").slice(0, 20), abort);
      }),
    closeIdle() {
      agent.destroy();
      agent = new Agent({ keepAlive: true });
    },
  };
}

/** A response that no fault explains. */
export class Unexpected extends Error {
  override readonly name = "Unexpected";
}

/** @throws {Unexpected} with the body, if the status is another */
export function expectStatus({ status, text }: VisitorResponse, expected: number, what: string): void {
  if (status === expected) return;
  throw new Unexpected(`${what} was answered with ${status} instead of ${expected}: ${text.slice(0, 300)}`);
}
