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
  return pino(options, output === process.stdout ? openStandardOutput() : output);
}

/**
 * Maximum number of characters that wait while the standard output accepts none, as when it is a file on a full disk.
 */
const MAX_WAITING = 1_000_000;

/** Pino writes faster to the standard output itself than to Node's stream. What cannot be written is lost. */
function openStandardOutput() {
  const output = pino.destination({ fd: process.stdout.fd, sync: false, maxLength: MAX_WAITING });
  const { flushSync } = output;
  // Without a listener, the error would end the process; and when it ends, Pino would retry the write forever.
  output.on("error", () => {
    output.flushSync = () => {};
  });
  output.on("write", () => {
    output.flushSync = flushSync;
  });
  return output;
}
