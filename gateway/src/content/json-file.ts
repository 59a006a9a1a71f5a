import type * as v from "valibot";
import { LineCounter } from "yaml";
import { type ContentFile, type Issue, type LocatedValue, validateFile } from "./content-file.ts";

/** Deeper than any real file, but not too deep for the stack. */
const MAX_DEPTH = 64;

/**
 * Reads a JSON file. The messages describe syntax errors by what the owner wrote, not by the grammar.
 *
 * @param name the file's path as the owner knows it, `artist.json`
 * @throws {Error} with a message that names the file, the lines and the issues
 */
export function readJsonFile<Schema extends v.GenericSchema>(
  name: string,
  source: string,
  schema: Schema,
): ContentFile<v.InferOutput<Schema>> {
  return validateFile(name, parseJson(name, source), schema);
}

/** A syntax error at a position of the source. */
class SyntaxIssue extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/**
 * Parses a JSON file.
 *
 * @throws {Error} with a message that names the file, the line and what is wrong with the JSON
 */
export function parseJson(name: string, source: string): LocatedValue {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of source.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const lineAt = (position: number) => lines.linePos(position).line;
  try {
    const { value, positions } = parse(source);
    return {
      value,
      findLine(path) {
        for (let length = path.length; length > 0; length -= 1) {
          const found = positions.get(toKey(path.slice(0, length)));
          if (found !== undefined) return lineAt(found);
        }
        return 1;
      },
    };
  } catch (error) {
    if (!(error instanceof SyntaxIssue)) throw error;
    throw new Error(`${name}, line ${lineAt(error.at)}: ${error.message}`, { cause: error });
  }
}

function toKey(path: Issue["path"]): string {
  return JSON.stringify(path);
}

const BLANKS = /[ \t\r\n]*/y;
/** Matches wrong escapes too, so that they can be described later. */
const STRING = /"(?:[^"\\\r\n]|\\.)*"/y;
const LITERAL = /[\p{L}\p{N}_$+.-]+/uy;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const CURLY_QUOTES = "“”„‟‘’«»";

/** Parses the source. `positions` holds where each property and list item begins. */
function parse(source: string): { value: unknown; positions: ReadonlyMap<string, number> } {
  const positions = new Map<string, number>();
  let at = 0;

  function skipBlanks(): void {
    BLANKS.lastIndex = at;
    BLANKS.test(source);
    at = BLANKS.lastIndex;
    if (source.startsWith("//", at) || source.startsWith("/*", at) || source[at] === "#") {
      throw new SyntaxIssue(at, "a note cannot stand in this file; take it out");
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
    if (found === undefined) throw new SyntaxIssue(start, "the quotes that open here do not close on this line");
    try {
      // A JSON text that begins with quotes is a string.
      return JSON.parse(found) as string;
    } catch {
      const isTab = found.includes("\t");
      throw new SyntaxIssue(
        start,
        isTab ? "a tab cannot stand between quotes; write blanks" : "a \\ between quotes must be written twice: \\\\",
      );
    }
  }

  function readLiteral(): unknown {
    const start = at;
    const literal = match(LITERAL);
    if (literal === "true" || literal === "false") return literal === "true";
    if (literal === "null") return null;
    if (literal !== undefined && NUMBER.test(literal)) return Number(literal);
    throw new SyntaxIssue(start, describeAt(source, start, "words need straight quotes around them"));
  }

  function readList(path: Issue["path"]): unknown[] {
    const list: unknown[] = [];
    readParts("]", () => {
      const here = [...path, list.length];
      positions.set(toKey(here), at);
      list.push(readValue(here));
    });
    return list;
  }

  function readObject(path: Issue["path"]): unknown {
    const entries = new Map<string, unknown>();
    readParts("}", () => {
      const start = at;
      if (source[at] !== '"') throw new SyntaxIssue(at, describeAt(source, at, 'a name needs straight quotes: "name"'));
      const name = readString();
      if (entries.has(name)) throw new SyntaxIssue(start, `"${name}" is there twice; keep one of them`);
      const afterName = at;
      skipBlanks();
      if (source[at] !== ":") throw new SyntaxIssue(afterName, `a colon is missing after "${name}"`);
      at += 1;
      skipBlanks();
      const here = [...path, name];
      positions.set(toKey(here), start);
      entries.set(name, readValue(here));
    });
    return Object.fromEntries(entries);
  }

  /** Reads the parts between two brackets, separated by commas. */
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
      if (at >= source.length) throw new SyntaxIssue(opened, `what opens here never closes; ${closing} is missing`);
      if (source[at] !== ",") throw new SyntaxIssue(afterPart, describeAt(source, at, "a comma is missing after this"));
      const comma = at;
      at += 1;
      skipBlanks();
      if (source[at] === closing) throw new SyntaxIssue(comma, `there is a comma too many before ${closing}`);
    }
    at += 1;
  }

  function readValue(path: Issue["path"]): unknown {
    if (path.length > MAX_DEPTH) throw new SyntaxIssue(at, "is nested too deep");
    if (at >= source.length) throw new SyntaxIssue(at, "the file ends too early; save it again, whole");
    const first = source[at];
    if (first === "{") return readObject(path);
    if (first === "[") return readList(path);
    return first === '"' ? readString() : readLiteral();
  }

  skipBlanks();
  const value = readValue([]);
  skipBlanks();
  if (at < source.length) throw new SyntaxIssue(at, "something stands after the end");
  return { value, positions };
}

/** Describes an unexpected character. */
function describeAt(source: string, at: number, otherwise: string): string {
  const found = source[at] ?? "";
  if (found === "") return "the file ends too early; save it again, whole";
  if (CURLY_QUOTES.includes(found)) return `${found} is a curly quote; write straight ones: "`;
  if (found === "'") return 'single quotes do not count; write double ones: "';
  if (found === ",") return "there is a comma too many";
  return otherwise;
}
