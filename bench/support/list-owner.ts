import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { configOf } from "./config.ts";
import type { BenchGateway } from "./gateway.ts";
import { fetchPacked, openResponse } from "./http.ts";

/** The owner's password. Parts pass it to the gateway as `ADMIN_PASSWORD`. */
export const OWNER_PASSWORD = "a long password for the bench";

const LINE_BREAK = 10;

/** The signed-in owner. */
export type ListOwner = {
  apikey: string;
  /** The session's access token. */
  token: string;
  /** Sends a GET, or a HEAD with a count if the path begins with `HEAD `. */
  ask: (path: string) => Promise<string>;
  post: (path: string, body: object) => Promise<string>;
  /** Sends a body with another method. */
  send: (method: "PUT" | "PATCH", path: string, body: object) => Promise<string>;
  /** Downloads a file. @returns the number of its line breaks */
  download: (path: string) => Promise<number>;
};

/** Signs the owner in. The owner's requests reuse connections. */
export async function signInOwner({ port }: BenchGateway): Promise<ListOwner> {
  const { database, admin } = await configOf(port);
  const apikey = database.anonKey;
  const agent = new Agent({ keepAlive: true });
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const sent = {
      method,
      headers: { "Accept-Encoding": "identity", apikey, "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
      agent,
    };
    const response = await fetchPacked(port, path, sent);
    const text = response.body.toString();
    if (response.status >= 300) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    return text;
  };
  const credentials = { email: admin.email, password: OWNER_PASSWORD };
  const session = await untilAnswered(() => send("POST", "/auth/v1/token?grant_type=password", {}, credentials));
  // The cast holds: our own gateway responds in this shape.
  const { access_token: token } = JSON.parse(session) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  return {
    apikey,
    token,
    ask: (path) =>
      path.startsWith("HEAD ")
        ? send("HEAD", path.slice(5), { ...headers, Prefer: "count=exact" })
        : send("GET", path, headers),
    post: (path, body) => send("POST", path, headers, body),
    send: (method, path, body) => send(method, path, headers, body),
    download: (path) => countLines(port, path),
  };
}

/** Retries for five seconds, because the gateway creates the owner shortly after its first start. */
async function untilAnswered(ask: () => Promise<string>): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const text = await ask().catch(() => undefined);
    if (text !== undefined) return text;
    await pause(100);
  }
  return ask();
}

async function countLines(port: number, path: string): Promise<number> {
  let breaks = 0;
  for await (const piece of (await openResponse(port, path)) as AsyncIterable<Buffer>) {
    for (let at = piece.indexOf(LINE_BREAK); at >= 0; at = piece.indexOf(LINE_BREAK, at + 1)) breaks += 1;
  }
  return breaks;
}
