import { basename, dirname } from "node:path";
import { readTextOrNothing } from "../lib/read-text.ts";
import { SETTING_NAMES } from "./settings.ts";

/**
 * The values of a `.env`. `mistakes` has a sentence for every line that cannot be used. `doubts` has one for every line
 * that is used but may have been meant differently.
 */
export type EnvFile = { values: Record<string, string>; mistakes: string[]; doubts: string[] };

/** The path of `.env`, in the folder where Porchlight is started. */
export const ENV_FILE = ".env";

/** Every name that Porchlight reads. Each setting may also come from a file. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(SETTING_NAMES.flatMap((name) => [name, `${name}_FILE`]));

const NOTE = /^[ \t]*(#.*)?$/;
const NAME = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/;
const NAME_AND_COLON = /^[ \t]*([A-Z_]+)[ \t]*:/;
/** A comment after a value, as people write it. Any other text after `#` may be the rest of a password. */
const NOTE_AFTER_VALUE = /^[ \t]#+([ \t].*)?$/;
const QUOTES = ["'", '"', "`"];
const CUT =
  "the text from the # on is not read; if it belongs to the value, put quotes around the value; if it is a comment, put a space on both sides of the #";
/** A name of at least this length may differ in two letters, a shorter one in one: HOME is not a typo of HOST. */
const LONG_NAME = 8;

/**
 * Reads a `.env` as Node does, but rejects lines that Node would skip. Otherwise a site whose `DATA_DIR` is skipped
 * would open an empty data folder.
 *
 * @returns no values if there is no file. The sentences never contain a value, which may be a secret
 */
export function readEnvFile(path: string): EnvFile {
  const name = basename(path);
  try {
    const text = readTextOrNothing(dirname(path), name) ?? "";
    return parse(name, text.replaceAll("\r", ""));
  } catch (error) {
    // The message is a sentence for the owner: the path is a folder, or the file is not UTF-8 or cannot be read.
    return { values: {}, doubts: [], mistakes: [`${error instanceof Error ? error.message : error}.`] };
  }
}

/** Adds the values of a `.env` to an environment. Overrides none of its values. */
export function loadEnvFile(path: string, environment: NodeJS.ProcessEnv): EnvFile {
  const read = readEnvFile(path);
  for (const [name, value] of Object.entries(read.values)) environment[name] ??= value;
  return read;
}

/** Finds misspelt names of settings, such as `SMTP_ULR`. Returns each with the name that was probably meant. */
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
      refuse("there is text after the closing quote; put quotes of another kind around the whole value");
    } else {
      values[name] = quote === '"' ? value.replaceAll("\\n", "\n") : value;
      at += value.split("\n").length - 1;
    }
  }
  return { values, mistakes, doubts };
}

/** Whether Node may have cut a value by mistake: it cuts a value without quotes at the first `#`, wherever it is. */
function isCutInDoubt(line: string): boolean {
  const at = line.indexOf("#");
  return at >= 0 && !NOTE_AFTER_VALUE.test(line.slice(Math.max(at - 1, 0)));
}

function wordsOf(line: string): string {
  const name = NAME_AND_COLON.exec(line)?.[1] ?? "";
  // Any other word may be part of a secret, so it is not repeated.
  if (KNOWN_NAMES.has(name)) return `${name} needs = after it, not a colon`;
  return "must be NAME=value, or begin with # if it is a comment";
}

function cutAt(text: string, sign: string): [before: string, after: string | undefined] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Counts the letters that are missing, extra, wrong, or swapped with the next one. */
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
