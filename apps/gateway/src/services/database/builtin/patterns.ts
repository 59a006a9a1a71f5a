import { notServed, refusedByPostgres } from "../postgrest/refusal.ts";

/** Longest pattern that is tried against the rows, in characters; no column holds a longer text. */
const PATTERN_MAX_LENGTH = 1_000;

/**
 * Turns a pattern of LIKE into one of SQLite's GLOB, which minds case as PostgreSQL's LIKE does and SQLite's own
 * does not. Wildcards are `%`, or `*` as PostgREST allows, and `_`; a backslash takes the next character as it is.
 *
 * @param anyCase matches both cases of each letter, of any alphabet, as ILIKE does
 */
export function likeToGlob(pattern: string, anyCase: boolean): string {
  if (pattern.length > PATTERN_MAX_LENGTH) throw notServed(`Patterns have at most ${PATTERN_MAX_LENGTH} characters.`);
  let glob = "";
  const characters = pattern.replaceAll("*", "%")[Symbol.iterator]();
  for (const character of characters) {
    if (character === "%") glob += "*";
    else if (character === "_") glob += "?";
    else if (character === "\\") glob += literal(escapedCharacter(characters), anyCase);
    else glob += literal(character, anyCase);
  }
  return glob;
}

function escapedCharacter(characters: Iterator<string>): string {
  const next = characters.next();
  if (next.done) throw refusedByPostgres("22025", "LIKE pattern must not end with escape character");
  return next.value;
}

function literal(character: string, anyCase: boolean): string {
  if (character === "*" || character === "?" || character === "[") return `[${character}]`;
  if (!anyCase) return character;
  const cases = [character.toLowerCase(), character.toUpperCase()];
  // A few letters become two in the other case; those match as they are.
  return cases[0] === cases[1] || cases.some((each) => [...each].length !== 1) ? character : `[${cases.join("")}]`;
}
