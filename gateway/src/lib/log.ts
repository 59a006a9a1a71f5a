import pino, { type Logger } from "pino";
import { createTerminalLines } from "./terminal-lines.ts";

/** Where what happens is told: pino's, so that fields come before the message. */
export type { Logger };

/** Where lines are written. */
type Output = { write: (text: string) => unknown; isTTY?: boolean };

/**
 * Log lines: one JSON object each, or for a person at a terminal sentences, and there only what needs the person.
 * Nobody logs a request's query, body or headers: they may hold addresses of fans, tokens or passwords.
 */
export function createLogger(output: Output): Logger {
  const level = output.isTTY ? "warn" : "info";
  const toSentences = createTerminalLines(output);
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (output.isTTY) return pino(options, { write: (line: string) => void output.write(toSentences(line)) });
  // Pino's own way to the standard output is quicker than the stream.
  return output === process.stdout ? pino(options) : pino(options, output);
}
