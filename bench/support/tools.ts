import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePrograms, programPath } from "../../tools/debian-packages.ts";
import { Unavailable } from "../figures.ts";
import { newFolder } from "./folders.ts";
import { needProcessAccounting, outputOf } from "./processes.ts";

/** System programs that some parts need, with their Debian packages. */
const PACKAGES = { nginx: "nginx-light", wrk: "wrk" } as const;

/** Where the two programs are. */
export type Tools = { nginx: string; wrk: string };

/**
 * Finds nginx and wrk, or installs them and says so. It can install them only as root, on Debian or a system that is
 * based on it.
 *
 * @throws {Unavailable} with a message that says how to install them
 */
export async function ensureTools(say: (sentence: string) => void): Promise<Tools> {
  needProcessAccounting();
  const reason = await ensurePrograms(PACKAGES, "to compare with", say);
  if (reason !== undefined) throw new Unavailable(reason);
  const [nginx, wrk] = [programPath("nginx"), programPath("wrk")];
  if (!nginx || !wrk) throw new Unavailable("nginx or wrk was installed, but not where it could be found");
  return { nginx, wrk };
}

/** Result of one run of wrk. */
type WrkRound = { requests: number; perSecond: number };

/** The request that wrk sends. Without a body, it is a GET. */
export type WrkRequest = { url: string; body?: string; headers?: Record<string, string> };

/**
 * Sends requests that accept Brotli to an address, over connections that stay open.
 *
 * @param mayFail for a warm-up run, which may exceed wrk's timeout on a slow machine
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

/** Writes the Lua script for a body, because wrk sends a body only from a script. @returns its path */
function scriptThatSends(body: string): string {
  const path = join(newFolder("wrk"), "post.lua");
  // JSON and Lua escape quotes, backslashes and line breaks in the same way.
  writeFileSync(path, `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}\n`);
  return path;
}
