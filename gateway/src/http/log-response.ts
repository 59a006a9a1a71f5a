import type { Logger } from "../lib/log.ts";

/** A response for the log. `from` is when its request arrived, by `performance.now()`. */
type LoggedResponse = { method: string | undefined; path: string; status: number; from: number };

/** Maximum length of a logged path, in characters: anybody can send a long one. */
const MAX_LOGGED_PATH = 200;

/** A path for the log: without its query, which may hold an email address, and without the key of a cart or preview. */
export function pathForLog(path: string): string {
  const [bare = ""] = path.split("?");
  const short = bare.length > MAX_LOGGED_PATH ? `${bare.slice(0, MAX_LOGGED_PATH)}…` : bare;
  return short.replace(/^(\/checkout\/cart\/|\/admin\/preview\/).+/, "$1…");
}

/** Logs one line for a response of a service. */
export function logResponse(log: Logger, { method, path, status, from }: LoggedResponse): void {
  const ms = Math.round((performance.now() - from) * 10) / 10;
  log.info({ method, path: pathForLog(path), status, ms }, "answered");
}
