import { notServed, postgresError } from "../postgrest/errors.ts";

/** Longest pattern, in characters. No column holds a longer text. */
const PATTERN_MAX_LENGTH = 1_000;

/** A piece of a pattern: a wildcard for any text, a wildcard for one character, or a character. */
type Token = "any" | "one" | { character: string };

/**
 * Turns a pattern of PostgreSQL's LIKE into one of SQLite's GLOB. SQLite's own LIKE ignores case; PostgreSQL's does
 * not. The wildcards are `_` and `%`, or `*` as in PostgREST. A backslash escapes the next character.
 *
 * @param anyCase whether a letter of any alphabet matches in both cases, as with ILIKE
 */
export function likeToGlob(pattern: string, anyCase: boolean): string {
  let glob = "";
  for (const token of tokensOf(pattern)) {
    if (token === "any") glob += "*";
    else if (token === "one") glob += "?";
    else glob += literal(token.character, anyCase);
  }
  return glob;
}

/** @returns the text of a pattern such as `%text%`; undefined for any other pattern */
export function containedText(pattern: string): string | undefined {
  const tokens = [...tokensOf(pattern)];
  if (tokens.length < 3 || tokens.at(0) !== "any" || tokens.at(-1) !== "any") return undefined;
  const characters = tokens.slice(1, -1).map((token) => (typeof token === "string" ? undefined : token.character));
  return characters.includes(undefined) ? undefined : characters.join("");
}

/** Lists the ASCII texts that every match of a pattern contains, in lower case, in the order of the pattern. */
export function requiredTexts(pattern: string): string[] {
  let texts = "";
  for (const token of tokensOf(pattern)) {
    const isAscii = typeof token === "object" && /^[!-~]$/.test(token.character);
    texts += isAscii ? token.character.toLowerCase() : " ";
  }
  return texts.split(" ").filter((text) => text !== "");
}

/** @throws {PostgrestError} for a pattern that is too long or ends with a backslash */
function* tokensOf(pattern: string): Generator<Token> {
  if (pattern.length > PATTERN_MAX_LENGTH) throw notServed(`Patterns have at most ${PATTERN_MAX_LENGTH} characters.`);
  const characters = pattern.replaceAll("*", "%")[Symbol.iterator]();
  for (const character of characters) {
    if (character === "%") yield "any";
    else if (character === "_") yield "one";
    else yield { character: character === "\\" ? escapedCharacter(characters) : character };
  }
}

function escapedCharacter(characters: Iterator<string>): string {
  const next = characters.next();
  if (next.done) throw postgresError("22025", "LIKE pattern must not end with escape character");
  return next.value;
}

function literal(character: string, anyCase: boolean): string {
  if (character === "*" || character === "?" || character === "[") return `[${character}]`;
  if (!anyCase) return character;
  const cases = [character.toLowerCase(), character.toUpperCase()];
  // A few letters become two letters in the other case. They match only in their own case.
  return cases[0] === cases[1] || cases.some((each) => [...each].length !== 1) ? character : `[${cases.join("")}]`;
}
