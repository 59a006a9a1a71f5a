import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** How long it takes until a page has its final compression, in milliseconds. */
const SETTLING_MS = 1_000;

/** A response with its body still compressed. */
export type PackedResponse = { status: number; headers: IncomingHttpHeaders; rawHeaders: string[]; body: Buffer };

/** A request with a body is a POST, unless it names its method. */
type Sent = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The local address from which to connect. */
  from?: string;
  /** Connections to reuse. If absent, a new connection is opened. */
  agent?: Agent;
};

/** Sends a request to a local server, and resolves when the response begins. */
export function openResponse(port: number, path: string, sent: Sent = {}): Promise<IncomingMessage> {
  const { body, method = body === undefined ? "GET" : "POST", headers = {}, from, agent = false } = sent;
  const local = from === undefined ? {} : { localAddress: from };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method, headers, agent, ...local }, resolve)
      .on("error", reject)
      .end(body);
  });
}

/** Sends a request to a local server, and accepts Brotli as a browser does over HTTPS. */
export async function fetchPacked(port: number, path: string, sent: Sent = {}): Promise<PackedResponse> {
  const headers = { "Accept-Encoding": "gzip, deflate, br, zstd", ...sent.headers };
  const response = await openResponse(port, path, { ...sent, headers });
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  const { statusCode = 0, rawHeaders } = response;
  return { status: statusCode, headers: response.headers, rawHeaders, body: Buffer.concat(parts) };
}

/** Fetches a page twice, a second apart. Only the second response has the final compression. */
export async function fetchSettled(port: number, path: string): Promise<PackedResponse> {
  await fetchPacked(port, path);
  await pause(SETTLING_MS);
  return fetchPacked(port, path);
}

/** Fetches the status of a path; undefined while no server answers. */
export function statusOf(port: number, path: string): Promise<number | undefined> {
  return fetchPacked(port, path).then(
    ({ status }) => status,
    () => undefined,
  );
}
