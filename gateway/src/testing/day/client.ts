import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";

/** Timeout of a response, in milliseconds. No fault of the day delays a response for so long. */
const TIMEOUT_MS = 60_000;

/** One request of a visitor. If it has a body, it is a POST. */
export type VisitorRequest = {
  path: string;
  method?: "DELETE";
  headers?: Record<string, string>;
  /** The body as JSON, or as the fields of a form. */
  json?: object;
  form?: Record<string, string>;
  /** The client's address, as the proxy in front would send it. */
  from: string;
};

/** The method of a request. */
export function methodOf({ method, json, form }: VisitorRequest): string {
  return method ?? ((json ?? form) ? "POST" : "GET");
}

/** A complete response. */
export type VisitorResponse = { status: number; headers: IncomingHttpHeaders; text: string };

/** No response came, or only a part of one. It is unknown whether the request had an effect. */
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

  function prepare(visitorRequest: VisitorRequest): { options: RequestOptions; body: string } {
    const { path, headers, json, form, from } = visitorRequest;
    const body = json ? JSON.stringify(json) : new URLSearchParams(form).toString();
    const type = json ? "application/json" : "application/x-www-form-urlencoded";
    const ofBody = { "Content-Type": type, "Content-Length": String(Buffer.byteLength(body)) };
    const all = { "X-Forwarded-For": from, ...(body !== "" && ofBody), ...headers };
    return { options: { host: "127.0.0.1", port, path, method: methodOf(visitorRequest), headers: all }, body };
  }

  return {
    send: (visitorRequest) =>
      new Promise((resolve, reject) => {
        const { options, body } = prepare(visitorRequest);
        const fail = (why: unknown) => reject(new NoResponse(`${options.method} ${options.path}: ${why}`));
        const sent = request({ ...options, agent }, (response) => {
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
        sent.on("error", fail).end(body);
      }),
    abort: (visitorRequest, at) =>
      new Promise((resolve) => {
        const { options, body } = prepare(visitorRequest);
        const sent = request({ ...options, agent: false }, (response) => {
          response.on("error", () => undefined).once("data", () => response.socket.resetAndDestroy());
        });
        sent.on("error", () => undefined).on("close", resolve);
        const abort = () => void sent.socket?.resetAndDestroy();
        if (at === "in the response") sent.end(body);
        else if (at === "before the response") sent.end(body, abort);
        else sent.write(body.slice(0, 20), abort);
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

/** @throws {Unexpected} with the body, if the response has another status than expected */
export function expectStatus({ status, text }: VisitorResponse, expected: number, what: string): void {
  if (status === expected) return;
  throw new Unexpected(`${what} was answered with ${status} instead of ${expected}: ${text.slice(0, 300)}`);
}
