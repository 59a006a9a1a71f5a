import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePrograms, programPath } from "../../tools/debian-packages.ts";
import { Unavailable } from "../figures.ts";
import { newFolder } from "./folders.ts";
import { needProcessAccounting, outputOf } from "./processes.ts";

/** Programs of the system that some parts need, with the Debian packages they come in. */
const PACKAGES = { nginx: "nginx-light", wrk: "wrk" } as const;

/** Where the two programs are. */
export type Tools = { nginx: string; wrk: string };

/**
 * Finds nginx and wrk, or installs them and says so: as root on Debian and its kin only.
 *
 * @throws {Unavailable} with what to do to have them
 */
export async function ensureTools(say: (sentence: string) => void): Promise<Tools> {
  needProcessAccounting();
  const reason = await ensurePrograms(PACKAGES, "to compare with", say);
  if (reason !== undefined) throw new Unavailable(reason);
  const [nginx, wrk] = [programPath("nginx"), programPath("wrk")];
  if (!nginx || !wrk) throw new Unavailable("nginx or wrk was installed, but not where it could be found");
  return { nginx, wrk };
}

/** What a round of wrk found. */
type WrkRound = { requests: number; perSecond: number };

/** The request of wrk; without a body it is a GET. */
export type WrkRequest = { url: string; body?: string; headers?: Record<string, string> };

/**
 * Loads an address with requests that take Brotli over connections that stay open.
 *
 * @param mayFail for a round that warms up: on a slow machine it exceeds wrk's timeout
 * @throws {Error} if requests failed
 */
export async function runWrk(
  wrk: string,
  { url, body, headers = {}, connections, seconds }: WrkRequest & { connections: number; seconds: number },
  mayFail = false,
): Promise<WrkRound> {
  const script = body === undefined ? [] : ["-s", scriptThatSends(body)];
  const headerOptions = Object.entries({ "Accept-Encoding": "br", ...headers }).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ]);
  const words = ["-t", "1", "-c", String(connections), "-d", `${seconds}s`, ...script, ...headerOptions, url];
  const output = await outputOf(wrk, words);
  const numberAt = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? [];
  const failed = errors.map(Number).reduce((sum, count) => sum + count, numberAt(/Non-2xx or 3xx responses: (\d+)/));
  const requests = numberAt(/(\d+) requests in/);
  if (!mayFail && (failed > 0 || requests === 0)) throw new Error(`${failed} of ${requests} requests to ${url} failed`);
  return { requests, perSecond: numberAt(/Requests\/sec:\s+([\d.]+)/) };
}

/** wrk sends bodies by a script in Lua only. */
function scriptThatSends(body: string): string {
  const path = join(newFolder("wrk"), "post.lua");
  // JSON's escapes of quotes, backslashes and line breaks are Lua's too.
  writeFileSync(path, `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}\n`);
  return path;
}
