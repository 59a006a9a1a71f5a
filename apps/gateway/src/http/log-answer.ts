import type { Logger } from "../log.ts";

/** What came of a request; `from` is when it came, by `performance.now()`. */
export type Answered = { method: string | undefined; path: string; status: number; from: number };

/** One line for each request that a service answered: its path without the query, which may hold an address. */
export function logAnswer(log: Logger, { method, path, status, from }: Answered): void {
  const ms = Math.round((performance.now() - from) * 10) / 10;
  log.info({ method, path: path.split("?")[0], status, ms }, "answered");
}
