import { type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** By then a page has been packed as tightly as it stays, in milliseconds. */
const SETTLING_MS = 1_000;

/** An answer as it came over the wire, its body still packed. */
export type Answer = { status: number; headers: IncomingHttpHeaders; rawHeaders: string[]; body: Buffer };

/**
 * Asks a server of this machine for a path, taking Brotli as a browser under https does.
 *
 * @param sent what to send there; without it the request is a GET
 * @param from an address of this machine to ask from
 */
export function fetchPacked(
  port: number,
  path: string,
  sent?: { body: string; headers: Record<string, string> },
  from?: string,
): Promise<Answer> {
  const headers = { "Accept-Encoding": "gzip, deflate, br, zstd", ...sent?.headers };
  return new Promise((resolve, reject) => {
    const asked = request(
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
    asked.on("error", reject).end(sent?.body);
  });
}

/** A page as it comes a second after somebody asked first: until then it is packed less tightly. */
export async function fetchSettled(port: number, path: string): Promise<Answer> {
  await fetchPacked(port, path);
  await pause(SETTLING_MS);
  return fetchPacked(port, path);
}

/** The status at a path; undefined while nobody answers there. */
export function statusOf(port: number, path: string): Promise<number | undefined> {
  return fetchPacked(port, path).then(
    ({ status }) => status,
    () => undefined,
  );
}
