import { basename, dirname } from "node:path";
import { readTextOrNothing } from "../lib/read-text.ts";
import { SETTING_NAMES } from "./settings.ts";

/**
 * What a `.env` says, and every line that cannot be used as a sentence for the person who wrote it. Those of `doubts` are used,
 * and perhaps not as they were meant.
 */
export type EnvFile = { values: Record<string, string>; mistakes: string[]; doubts: string[] };

/** Where a `.env` stands: in the folder that Porchlight is started in. */
export const ENV_FILE = ".env";

/** Every name that Porchlight reads: each setting may also come from a file. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(SETTING_NAMES.flatMap((name) => [name, `${name}_FILE`]));

const NOTE = /^[ \t]*(#.*)?$/;
const NAME = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/;
const NAME_AND_COLON = /^[ \t]*([A-Z_]+)[ \t]*:/;
/** A note after a value as people write them; what is cut otherwise may be the rest of a password. */
const NOTE_AFTER_VALUE = /^[ \t]#+([ \t].*)?$/;
const QUOTES = ["'", '"', "`"];
const CUT =
  "what stands there from the # on is not read; put quotes around the value if it is part of it, or a blank on both sides of the # if it is a note";
/** From this length on two letters of a name may be wrong, and below it one: HOME is no slip for HOST. */
const LONG_NAME = 8;

/**
 * Reads a `.env`, as Node does where there is nothing to refuse. Node passes over what it cannot read, and a site whose
 * `DATA_DIR` is passed over opens an empty data folder.
 *
 * @returns no mistake tells a value, which may be a secret; where there is no file there are no values
 */
export function readEnvFile(path: string): EnvFile {
  const name = basename(path);
  try {
    const text = readTextOrNothing(dirname(path), name) ?? "";
    return parse(name, text.replaceAll("\r", ""));
  } catch (error) {
    // The reader's own sentences: a folder, not UTF-8, not to be read.
    return { values: {}, doubts: [], mistakes: [`${error instanceof Error ? error.message : error}.`] };
  }
}

/** Puts what a `.env` says into an environment; what stands there already wins. */
export function loadEnvFile(path: string, environment: NodeJS.ProcessEnv): EnvFile {
  const read = readEnvFile(path);
  for (const [name, value] of Object.entries(read.values)) environment[name] ??= value;
  return read;
}

/** Names that are nearly those of settings, `SMTP_ULR`, each with what was meant. */
export function findSlips(names: readonly string[]): { name: string; meant: string }[] {
  return names.flatMap((name) => {
    if (KNOWN_NAMES.has(name)) return [];
    const most = name.length < LONG_NAME ? 1 : 2;
    const meant = [...KNOWN_NAMES].find((known) => slipsBetween(name.toUpperCase(), known) <= most);
    return meant === undefined ? [] : [{ name, meant }];
  });
}

function parse(file: string, text: string): EnvFile {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  const doubts: string[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (NOTE.test(line)) continue;
    const place = `${file}, line ${at + 1}`;
    const refuse = (sentence: string) => mistakes.push(`${place}: ${sentence}.`);
    const [start, name] = NAME.exec(line) ?? [];
    if (start === undefined || name === undefined) {
      refuse(wordsOf(line));
      continue;
    }
    const rest = line.slice(start.length);
    const quote = rest[0] ?? "";
    if (!QUOTES.includes(quote)) {
      values[name] = rest.replace(/#.*/, "").trim();
      if (KNOWN_NAMES.has(name) && isCutInDoubt(line)) doubts.push(`${place}: ${CUT}.`);
      continue;
    }
    const [value, after] = cutAt([rest.slice(1), ...lines.slice(at + 1)].join("\n"), quote);
    if (after === undefined) refuse("the quotes that open here do not close");
    else if (!NOTE.test(cutAt(after, "\n")[0])) {
      refuse("something stands after the quotes; put quotes of another kind around the whole value");
    } else {
      values[name] = quote === '"' ? value.replaceAll("\\n", "\n") : value;
      at += value.split("\n").length - 1;
    }
  }
  return { values, mistakes, doubts };
}

/** Node cuts a value without quotes at its first `#`, wherever that stands. */
function isCutInDoubt(line: string): boolean {
  const at = line.indexOf("#");
  return at >= 0 && !NOTE_AFTER_VALUE.test(line.slice(Math.max(at - 1, 0)));
}

function wordsOf(line: string): string {
  const name = NAME_AND_COLON.exec(line)?.[1] ?? "";
  // Another word may be a piece of a secret.
  if (KNOWN_NAMES.has(name)) return `${name} needs = after it, not a colon`;
  return "must be NAME=value, or begin with # where it is a note";
}

function cutAt(text: string, sign: string): [before: string, after: string | undefined] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** How many letters are missing, too many, wrong, or changed places with the next one. */
function slipsBetween(written: string, known: string): number {
  const rows: number[][] = [Array.from({ length: known.length + 1 }, (_, at) => at)];
  const slipsAt = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= written.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= known.length; column += 1) {
      const isSame = written[row - 1] === known[column - 1];
      const isSwapped = written[row - 1] === known[column - 2] && written[row - 2] === known[column - 1];
      rows[row]?.push(
        Math.min(
          slipsAt(row - 1, column) + 1,
          slipsAt(row, column - 1) + 1,
          slipsAt(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? slipsAt(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return slipsAt(written.length, known.length);
}
