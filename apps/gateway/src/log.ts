import pino, { type Logger } from "pino";

/** Where what happens is told: pino's, so that fields come before the message. */
export type { Logger };

/**
 * Structured lines on standard output, one JSON object each.
 * Nobody logs a request's query, body or headers: they may hold addresses of fans, tokens or passwords.
 *
 * @param isTerminal whether a person is watching; then only what needs them is told
 */
export function createLogger(isTerminal: boolean): Logger {
  return pino({ level: isTerminal ? "warn" : "info", base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
