import { styleText } from "node:util";

/** Pino's number of an error. Source: getpino.io, "Level Values". */
const ERROR = 50;
/** Fields that stand in every line, or are shown in a way of their own. */
const SHOWN_APART = ["level", "time", "msg", "reason", "err"];

/**
 * Turns a log line, which is JSON, into what a person reads at a terminal: time, message, and below it the reason. A
 * mistake stands out by blank lines around it and by its colour.
 *
 * @param stream the terminal, which decides about colours, as NO_COLOR and its own kind say
 */
export function createTerminalLines(stream: object): (line: string) => string {
  const paint = (format: "red" | "yellow" | "dim" | "bold", text: string) =>
    // Where it is no real stream, as in tests, its colours are those of the standard output.
    stream === process.stdout ? styleText(format, text, { stream: process.stdout }) : text;

  return (line) => {
    // Pino's own line.
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

/** Several mistakes of one file stand in lines of their own. */
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
  // The reason names the files already.
  const said = typeof entry.reason === "string" ? others.filter(([name]) => name !== "files") : others;
  return said.map(([name, value]) => `${name}: ${safe(typeof value === "string" ? value : JSON.stringify(value))}`);
}

/** "10:02:11", by this machine's clock. */
function timeOfDay(time: unknown): string {
  const date = new Date(String(time));
  return Number.isNaN(date.getTime()) ? "" : date.toTimeString().slice(0, "10:02:11".length);
}

/** Without signs by which a text that came from outside would steer the terminal. */
function safe(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, "�");
}
