import pino, { type Logger } from "pino";
import { createTerminalLines } from "./terminal-lines.ts";

/** Pino's logger: fields come before the message. */
export type { Logger };

/** Where lines are written. */
type Output = { write: (text: string) => unknown; isTTY?: boolean };

/**
 * Creates the log. It writes one JSON object per line; on a terminal it writes sentences, and only warnings and errors.
 * Never log a request's query, body or headers: they may hold addresses of fans, tokens or passwords.
 */
export function createLogger(output: Output): Logger {
  const level = output.isTTY ? "warn" : "info";
  const toSentences = createTerminalLines(output);
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (output.isTTY) return pino(options, { write: (line: string) => void output.write(toSentences(line)) });
  // Pino writes faster to the standard output itself than to our stream.
  return output === process.stdout ? pino(options) : pino(options, output);
}
