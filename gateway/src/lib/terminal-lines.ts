import { styleText } from "node:util";

/** Pino's number of an error. Source: getpino.io, "Level Values". */
const ERROR = 50;
/** Fields that every line has or that are shown separately. */
const SHOWN_APART = ["level", "time", "msg", "reason", "err"];

/**
 * Turns a log line, which is JSON, into lines for a person at a terminal: time and message, and the reason below them.
 * Errors stand out by their colour and by blank lines around them.
 *
 * @param stream the terminal; its kind and NO_COLOR decide whether there are colours
 */
export function createTerminalLines(stream: object): (line: string) => string {
  const paint = (format: "red" | "yellow" | "dim" | "bold", text: string) =>
    // In tests the stream is not a real terminal and has no colours.
    stream === process.stdout ? styleText(format, text, { stream: process.stdout }) : text;

  return (line) => {
    // Pino's line is a JSON object.
    const entry = JSON.parse(line) as Record<string, unknown>;
    const { level, time, msg } = entry;
    const isError = typeof level === "number" && level >= ERROR;
    const mark = isError ? paint("red", "✗") : paint("yellow", "!");
    const message = safe(String(msg ?? ""));
    const head = `${paint("dim", timeOfDay(time))}  ${mark} ${isError ? paint("bold", message) : message}`;
    const below = [...reasonsOf(entry), ...otherFields(entry)].map((text) => indented(text));
    const lines = [head, ...below].join("\n");
    return isError ? `\n${lines}\n\n` : `${lines}\n`;
  };
}

const INDENT = " ".repeat(12);

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => INDENT + line)
    .join("\n");
}

/** If a file has several problems, each gets its own line. */
function reasonsOf({ reason, err }: Record<string, unknown>): string[] {
  const reasons = typeof reason === "string" ? safe(reason).replaceAll(/; (?=line \d)/g, "\n  ") : undefined;
  return [...(reasons === undefined ? [] : [reasons]), ...(err === undefined ? [] : [stackOf(err)])];
}

function stackOf(err: unknown): string {
  if (typeof err !== "object" || err === null) return safe(String(err));
  const { stack, message } = { stack: undefined, message: undefined, ...err };
  return safe(String(stack ?? message ?? JSON.stringify(err)));
}

function otherFields(entry: Record<string, unknown>): string[] {
  const others = Object.entries(entry).filter(([name]) => !SHOWN_APART.includes(name));
  // The reason already names the files.
  const shown = typeof entry.reason === "string" ? others.filter(([name]) => name !== "files") : others;
  return shown.map(([name, value]) => `${name}: ${safe(typeof value === "string" ? value : JSON.stringify(value))}`);
}

/** "10:02:11", by this machine's clock. */
function timeOfDay(time: unknown): string {
  const date = new Date(String(time));
  return Number.isNaN(date.getTime()) ? "" : date.toTimeString().slice(0, "10:02:11".length);
}

/** Replaces control characters, so that text from outside cannot control the terminal. */
function safe(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, "�");
}
