import pino from "pino";
import type { Logger } from "../lib/log.ts";

/** A log whose lines a test can read, without times. */
export function aStoredLog(): { log: Logger; said: Record<string, unknown>[] } {
  const said: Record<string, unknown>[] = [];
  const write = (line: string) => void said.push(JSON.parse(line));
  return { log: pino({ base: null, timestamp: false }, { write }), said };
}
