import type { Logger } from "../lib/log.ts";

/** What came of a request; `from` is when it came, by `performance.now()`. */
export type Answered = { method: string | undefined; path: string; status: number; from: number };

/** Longest path that is logged, in characters: strangers write them. */
const LOGGED_MAX = 200;

/** What may be logged of a path: not the query, which may hold an address, nor a cart's token, which opens its checkout. */
export function pathForLog(path: string): string {
  const [bare = ""] = path.split("?");
  const told = bare.length > LOGGED_MAX ? `${bare.slice(0, LOGGED_MAX)}…` : bare;
  return told.replace(/^(\/checkout\/cart\/).+/, "$1…");
}

/** One line for each request that a service answered. */
export function logAnswer(log: Logger, { method, path, status, from }: Answered): void {
  const ms = Math.round((performance.now() - from) * 10) / 10;
  log.info({ method, path: pathForLog(path), status, ms }, "answered");
}
