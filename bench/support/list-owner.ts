import { type Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { configOf } from "./config.ts";
import type { BenchGateway } from "./gateway.ts";

/** The owner's password; parts pass it to the gateway as `ADMIN_PASSWORD`. */
export const OWNER_PASSWORD = "a long password for the bench";

/** The signed-in owner. */
export type ListOwner = {
  apikey: string;
  /** The session's access token. */
  token: string;
  /** Sends a GET, or a HEAD with a count if the path begins with `HEAD `. */
  ask: (path: string) => Promise<string>;
  post: (path: string, body: object) => Promise<string>;
  /** Downloads a file. @returns the number of its line breaks */
  download: (path: string) => Promise<number>;
};

/** Signs the owner in. All requests use the connections of the agent. */
export async function signInOwner(gateway: BenchGateway, agent: Agent): Promise<ListOwner> {
  const config = await configOf(gateway.port);
  const apikey = config.database.anonKey;
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    collect(gateway.port, agent, method, path, { apikey, ...headers }, body);
  const credentials = { email: config.admin.email, password: OWNER_PASSWORD };
  // Our own gateway answers.
  const session = JSON.parse(
    await untilAnswered(() => send("POST", "/auth/v1/token?grant_type=password", {}, credentials)),
  ) as { access_token: string };
  const headers = { Authorization: `Bearer ${session.access_token}` };
  return {
    apikey,
    token: session.access_token,
    ask: (path) =>
      path.startsWith("HEAD ")
        ? send("HEAD", path.slice(5), { ...headers, Prefer: "count=exact" })
        : send("GET", path, headers),
    post: (path, body) => send("POST", path, headers, body),
    download: (path) => countLines(gateway.port, path),
  };
}

/** The gateway creates the owner shortly after its first start. */
async function untilAnswered(ask: () => Promise<string>): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const text = await ask().catch(() => undefined);
    if (text !== undefined) return text;
    await pause(100);
  }
  return ask();
}

function collect(
  port: number,
  agent: Agent,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = text === undefined ? {} : { "Content-Type": "application/json" };
    const sending = request(
      { host: "127.0.0.1", port, method, path, agent, headers: { ...headers, ...type } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        response.on("error", reject).on("end", () => {
          if ((response.statusCode ?? 0) < 300) resolve(text);
          else reject(new Error(`${method} ${path} was answered with ${response.statusCode}: ${text}`));
        });
      },
    );
    sending.on("error", reject).end(text);
  });
}

function countLines(port: number, path: string): Promise<number> {
  const LINE_BREAK = 10;
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      let breaks = 0;
      response.on("data", (piece: Buffer) => {
        for (let at = piece.indexOf(LINE_BREAK); at >= 0; at = piece.indexOf(LINE_BREAK, at + 1)) breaks += 1;
      });
      response.on("error", reject).on("end", () => resolve(breaks));
    })
      .on("error", reject)
      .end();
  });
}
