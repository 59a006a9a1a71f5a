import { unparsable } from "./errors.ts";

/** Letters of any alphabet, digits, `_`, `$` and inner spaces; dashes between, but not the arrow of a JSON path. */
const NAME = /[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*/uy;
const ESCAPED = /\\(.)/gsu;

/** Reads a piece of the query string from left to right. */
export class Scanner {
  readonly #text: string;
  readonly #what: string;
  #position = 0;

  /** @param what names the piece in errors, "select parameter" */
  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  get atEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** Whether the text goes on with this; nothing is taken. */
  sees(expected: string): boolean {
    return this.#text.startsWith(expected, this.#position);
  }

  /** Takes this when the text goes on with it. */
  takes(expected: string): boolean {
    if (!this.sees(expected)) return false;
    this.#position += expected.length;
    return true;
  }

  /** Takes a match at this position. @param pattern sticky */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#position += found[0].length;
    return found;
  }

  /** Takes this or refuses. */
  expect(expected: string): void {
    if (!this.takes(expected)) this.fail(`"${expected}"`);
  }

  /** Takes this with blanks around it. */
  takesPadded(expected: string): boolean {
    const start = this.#position;
    this.blanks();
    if (!this.takes(expected)) {
      this.#position = start;
      return false;
    }
    this.blanks();
    return true;
  }

  blanks(): void {
    this.match(/[ \t]*/y);
  }

  /** All that is left. */
  rest(): string {
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }

  /** A column's name, bare or in quotes. */
  name(): string {
    const quoted = this.quoted();
    if (quoted !== undefined) return quoted;
    const bare = this.match(NAME)?.[0].trim();
    return bare || this.fail("field name (* or [a..z0..9_$])");
  }

  /** A value in double quotes, a backslash taking the next character as it is. */
  quoted(): string | undefined {
    const inner = this.match(/"((?:[^"\\]|\\.)*)"/suy)?.[1];
    return inner?.replace(ESCAPED, "$1");
  }

  /** A value inside a list: in quotes, or up to the next comma or bracket. */
  listValue(): string {
    const start = this.#position;
    const quoted = this.quoted();
    if (quoted !== undefined && (this.atEnd || this.sees(",") || this.sees(")"))) return quoted;
    this.#position = start;
    return this.match(/[^,)]*/y)?.[0] ?? "";
  }

  /** Refuses when anything is left. */
  end(expecting: string): void {
    if (!this.atEnd) this.fail(`${expecting} or end of input`);
  }

  /** @throws {PostgrestError} always */
  fail(expecting: string): never {
    const next = this.#text.slice(this.#position)[Symbol.iterator]().next().value;
    const unexpected = next === undefined ? "unexpected end of input" : `unexpected ${JSON.stringify(next)}`;
    throw unparsable(this.#what, this.#text, this.#position + 1, `${unexpected} expecting ${expecting}`);
  }
}
