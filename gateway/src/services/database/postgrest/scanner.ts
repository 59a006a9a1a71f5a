import { unparsable } from "./errors.ts";

/** A name: letters of any alphabet, digits, `_`, `$`, inner spaces and dashes, but not the arrow of a JSON path. */
const NAME = /[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*/uy;
const ESCAPED = /\\(.)/gsu;

/** Reads a part of the query string from left to right. */
export class Scanner {
  readonly #text: string;
  readonly #what: string;
  #position = 0;

  /** @param what names the part in errors, "select parameter" */
  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  get atEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** Whether the text continues with this. Does not advance. */
  sees(expected: string): boolean {
    return this.#text.startsWith(expected, this.#position);
  }

  /** Advances past this, if the text continues with it. */
  takes(expected: string): boolean {
    if (!this.sees(expected)) return false;
    this.#position += expected.length;
    return true;
  }

  /** Advances past a match at this position. @param pattern sticky */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#position += found[0].length;
    return found;
  }

  /** Advances past this. @throws {PostgrestError} when the text does not continue with it */
  expect(expected: string): void {
    if (!this.takes(expected)) this.fail(`"${expected}"`);
  }

  /** Advances past this and the blanks around it. */
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

  /** Reads the rest of the text. */
  rest(): string {
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }

  /** Reads a column name, with or without quotes. */
  name(): string {
    const quoted = this.quoted();
    if (quoted !== undefined) return quoted;
    const bare = this.match(NAME)?.[0].trim();
    return bare || this.fail("field name (* or [a..z0..9_$])");
  }

  /** Reads a value in double quotes, where a backslash escapes the next character. */
  quoted(): string | undefined {
    const inner = this.match(/"((?:[^"\\]|\\.)*)"/suy)?.[1];
    return inner?.replace(ESCAPED, "$1");
  }

  /** Reads a value of a list: in quotes, or up to the next comma or bracket. */
  listValue(): string {
    const start = this.#position;
    const quoted = this.quoted();
    if (quoted !== undefined && (this.atEnd || this.sees(",") || this.sees(")"))) return quoted;
    this.#position = start;
    return this.match(/[^,)]*/y)?.[0] ?? "";
  }

  /** @throws {PostgrestError} when the text does not end here */
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
