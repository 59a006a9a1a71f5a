import { type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** After this time a page has its final compression, in milliseconds. */
const SETTLING_MS = 1_000;

/** A response with its body still compressed. */
export type PackedResponse = { status: number; headers: IncomingHttpHeaders; rawHeaders: string[]; body: Buffer };

/**
 * Sends a request to a local server and accepts Brotli as a browser under HTTPS does.
 *
 * @param sent body and headers of a POST; without it the request is a GET
 * @param from a local address to connect from
 */
export function fetchPacked(
  port: number,
  path: string,
  sent?: { body: string; headers: Record<string, string> },
  from?: string,
): Promise<PackedResponse> {
  const headers = { "Accept-Encoding": "gzip, deflate, br, zstd", ...sent?.headers };
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        host: "127.0.0.1",
        port,
        path,
        agent: false,
        method: sent ? "POST" : "GET",
        headers,
        ...(from !== undefined && { localAddress: from }),
      },
      async (response) => {
        try {
          const parts: Buffer[] = [];
          for await (const part of response) parts.push(part);
          const { statusCode = 0, headers, rawHeaders } = response;
          resolve({ status: statusCode, headers, rawHeaders, body: Buffer.concat(parts) });
        } catch (error) {
          reject(error);
        }
      },
    );
    sending.on("error", reject).end(sent?.body);
  });
}

/** Fetches a page a second after its first request: until then it is compressed less. */
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
