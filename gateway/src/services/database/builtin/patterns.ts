import { notServed, postgresError } from "../postgrest/errors.ts";

/** Longest pattern that is tried against the rows, in characters; no column holds a longer text. */
const PATTERN_MAX_LENGTH = 1_000;

/** A piece of a pattern: a wildcard for text of whatever length or for one character, or this character itself. */
type Token = "any" | "one" | { character: string };

/**
 * Turns a pattern of LIKE into one of SQLite's GLOB, which minds case as PostgreSQL's LIKE does and SQLite's own
 * does not. Wildcards are `%`, or `*` as PostgREST allows, and `_`; a backslash takes the next character as it is.
 *
 * @param anyCase matches both cases of each letter, of any alphabet, as ILIKE does
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

/** The text that a pattern looks for anywhere, `%text%`; undefined for a pattern of another kind. */
export function containedText(pattern: string): string | undefined {
  const tokens = [...tokensOf(pattern)];
  if (tokens.length < 3 || tokens.at(0) !== "any" || tokens.at(-1) !== "any") return undefined;
  const characters = tokens.slice(1, -1).map((token) => (typeof token === "string" ? undefined : token.character));
  return characters.includes(undefined) ? undefined : characters.join("");
}

/** Texts in ASCII that everything matching a pattern holds, in lower case, in their order. */
export function requiredTexts(pattern: string): string[] {
  let texts = "";
  for (const token of tokensOf(pattern)) {
    const isAscii = typeof token === "object" && /^[!-~]$/.test(token.character);
    texts += isAscii ? token.character.toLowerCase() : " ";
  }
  return texts.split(" ").filter((text) => text !== "");
}

/** @throws {PostgrestError} for a pattern that is too long, or that ends with a backslash */
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
  // A few letters become two in the other case; those match as they are.
  return cases[0] === cases[1] || cases.some((each) => [...each].length !== 1) ? character : `[${cases.join("")}]`;
}
