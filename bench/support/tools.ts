import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePrograms, programPath } from "../../tools/debian-packages.ts";
import { newFolder } from "./gateway.ts";
import { outputOf } from "./processes.ts";

/** Programs of the system that the pages part needs, with the Debian packages they come in. */
const PACKAGES = { nginx: "nginx-light", wrk: "wrk" } as const;

/** Where the two programs are, or what to do to have them. */
export type Tools = { ok: true; nginx: string; wrk: string } | { ok: false; reason: string };

/** Finds nginx and wrk, or installs them and says so: as root on Debian and its kin only. */
export async function ensureTools(say: (sentence: string) => void): Promise<Tools> {
  const reason = await ensurePrograms(PACKAGES, "to compare with", say);
  if (reason !== undefined) return { ok: false, reason };
  const [nginx, wrk] = [programPath("nginx"), programPath("wrk")];
  if (!nginx || !wrk) return { ok: false, reason: "nginx or wrk was installed, but not where it could be found" };
  return { ok: true, nginx, wrk };
}

/** What a round of wrk found. */
type WrkRound = { requests: number; perSecond: number; failed: number };

/** The request of wrk; without a body it is a GET. */
export type WrkRequest = { url: string; body?: string; headers?: Record<string, string> };

/** Loads an address with requests that take Brotli over connections that stay open. */
export async function runWrk(
  wrk: string,
  { url, body, headers = {}, connections, seconds }: WrkRequest & { connections: number; seconds: number },
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
  return {
    requests: numberAt(/(\d+) requests in/),
    perSecond: numberAt(/Requests\/sec:\s+([\d.]+)/),
    failed: errors.map(Number).reduce((sum, count) => sum + count, numberAt(/Non-2xx or 3xx responses: (\d+)/)),
  };
}

/** wrk sends bodies by a script in Lua only. */
function scriptThatSends(body: string): string {
  const path = join(newFolder("wrk"), "post.lua");
  // JSON's escapes of quotes, backslashes and line breaks are Lua's too.
  writeFileSync(path, `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}\n`);
  return path;
}
