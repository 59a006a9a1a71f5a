import type * as v from "valibot";
import { LineCounter } from "yaml";
import { checkForm, type Located, type Mistake, type OwnersFile } from "./owners-file.ts";

/** Deeper than anything an owner writes, and shallow enough for the stack. */
const MOST_NESTED = 64;

/**
 * Reads a JSON file. A file that is no JSON is told in words of what was written, not of grammar.
 *
 * @param name as the owner knows the file, `artist.json`
 * @throws {Error} with a sentence that names the file, the lines and the mistakes
 */
export function readJsonFile<Schema extends v.GenericSchema>(
  name: string,
  source: string,
  schema: Schema,
): OwnersFile<v.InferOutput<Schema>> {
  return checkForm(name, locate(name, source), schema);
}

/** A place in the text where something else was expected. */
class Unexpected extends Error {
  readonly at: number;
  constructor(at: number, sentence: string) {
    super(sentence);
    this.at = at;
  }
}

function locate(name: string, source: string): Located {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of source.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const lineAt = (position: number) => lines.linePos(position).line;
  try {
    const { value, positions } = parse(source);
    return {
      value,
      lineOf(path) {
        for (let length = path.length; length > 0; length -= 1) {
          const found = positions.get(keyOf(path.slice(0, length)));
          if (found !== undefined) return lineAt(found);
        }
        return 1;
      },
    };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    throw new Error(`${name}, line ${lineAt(error.at)}: ${error.message}`, { cause: error });
  }
}

function keyOf(path: Mistake["path"]): string {
  return JSON.stringify(path);
}

const BLANKS = /[ \t\r\n]*/y;
/** Its inside is checked afterwards, so that what is wrong with it can be told. */
const STRING = /"(?:[^"\\\r\n]|\\.)*"/y;
const WORD = /[\p{L}\p{N}_$+.-]+/uy;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const CURLY_QUOTES = "“”„‟‘’«»";

/** A value and where each named value and each item of a list begins. */
function parse(source: string): { value: unknown; positions: ReadonlyMap<string, number> } {
  const positions = new Map<string, number>();
  let at = 0;

  function skipBlanks(): void {
    BLANKS.lastIndex = at;
    BLANKS.test(source);
    at = BLANKS.lastIndex;
    if (source.startsWith("//", at) || source.startsWith("/*", at) || source[at] === "#") {
      throw new Unexpected(at, "a note cannot stand in this file; take it out");
    }
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  function readString(): string {
    const start = at;
    const found = match(STRING);
    if (found === undefined) throw new Unexpected(start, "the quotes that open here do not close on this line");
    try {
      // A JSON text that begins with quotes is a string.
      return JSON.parse(found) as string;
    } catch {
      const isTab = found.includes("\t");
      throw new Unexpected(
        start,
        isTab ? "a tab cannot stand between quotes; write blanks" : "a \\ between quotes must be written twice: \\\\",
      );
    }
  }

  function readWord(): unknown {
    const start = at;
    const word = match(WORD);
    if (word === "true" || word === "false") return word === "true";
    if (word === "null") return null;
    if (word !== undefined && NUMBER.test(word)) return Number(word);
    throw new Unexpected(start, whatStands(source, start, "words need straight quotes around them"));
  }

  function readList(path: Mistake["path"]): unknown[] {
    const list: unknown[] = [];
    readParts("]", () => {
      const here = [...path, list.length];
      positions.set(keyOf(here), at);
      list.push(readValue(here));
    });
    return list;
  }

  function readObject(path: Mistake["path"]): unknown {
    const entries = new Map<string, unknown>();
    readParts("}", () => {
      const start = at;
      if (source[at] !== '"') throw new Unexpected(at, whatStands(source, at, 'a name needs straight quotes: "name"'));
      const name = readString();
      if (entries.has(name)) throw new Unexpected(start, `"${name}" is there twice; keep one of them`);
      const afterName = at;
      skipBlanks();
      if (source[at] !== ":") throw new Unexpected(afterName, `a colon is missing after "${name}"`);
      at += 1;
      skipBlanks();
      const here = [...path, name];
      positions.set(keyOf(here), start);
      entries.set(name, readValue(here));
    });
    return Object.fromEntries(entries);
  }

  /** What stands between brackets, with commas between. */
  function readParts(closing: "]" | "}", readPart: () => void): void {
    const opened = at;
    at += 1;
    skipBlanks();
    if (source[at] === closing) {
      at += 1;
      return;
    }
    for (;;) {
      readPart();
      const afterPart = at;
      skipBlanks();
      if (source[at] === closing) break;
      if (at >= source.length) throw new Unexpected(opened, `what opens here never closes; ${closing} is missing`);
      if (source[at] !== ",") throw new Unexpected(afterPart, whatStands(source, at, "a comma is missing after this"));
      const comma = at;
      at += 1;
      skipBlanks();
      if (source[at] === closing) throw new Unexpected(comma, `there is a comma too many before ${closing}`);
    }
    at += 1;
  }

  function readValue(path: Mistake["path"]): unknown {
    if (path.length > MOST_NESTED) throw new Unexpected(at, "is nested too deep");
    if (at >= source.length) throw new Unexpected(at, "the file ends too early; save it again, whole");
    const first = source[at];
    if (first === "{") return readObject(path);
    if (first === "[") return readList(path);
    return first === '"' ? readString() : readWord();
  }

  skipBlanks();
  const value = readValue([]);
  skipBlanks();
  if (at < source.length) throw new Unexpected(at, "something stands after the end");
  return { value, positions };
}

/** Says what an owner has written in a place where something else must stand. */
function whatStands(source: string, at: number, otherwise: string): string {
  const found = source[at] ?? "";
  if (found === "") return "the file ends too early; save it again, whole";
  if (CURLY_QUOTES.includes(found)) return `${found} is a curly quote; write straight ones: "`;
  if (found === "'") return 'single quotes do not count; write double ones: "';
  if (found === ",") return "there is a comma too many";
  return otherwise;
}
