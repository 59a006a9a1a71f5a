/**
 * Whether a text matches an SQL pattern: `%` matches any characters, `_` matches one, a backslash escapes the next
 * character. It backtracks only to the last `%`, so the cost is at most the product of the two lengths. A regular
 * expression built from the pattern could take hours.
 */
export function matchesPattern(text: string, pattern: string, ignoresCase: boolean): boolean {
  const characters = [...(ignoresCase ? text.toLowerCase() : text)];
  const tokens = tokensOf(ignoresCase ? pattern.toLowerCase() : pattern);
  let at = 0;
  let token = 0;
  let lastMany = -1;
  let retryAt = 0;
  while (at < characters.length) {
    const current = tokens[token];
    if (current === MANY) {
      lastMany = token;
      retryAt = at;
      token += 1;
    } else if (current !== undefined && (current === ONE || current === characters[at])) {
      at += 1;
      token += 1;
    } else if (lastMany >= 0) {
      retryAt += 1;
      at = retryAt;
      token = lastMany + 1;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every((rest) => rest === MANY);
}

const MANY = Symbol("%");
const ONE = Symbol("_");
type Token = string | typeof MANY | typeof ONE;

function tokensOf(pattern: string): Token[] {
  const written = pattern.match(/\\.|[^\\]|\\$/gsu) ?? [];
  return written.map((each) => {
    if (each === "%") return MANY;
    if (each === "_") return ONE;
    return each.length > 1 && each.startsWith("\\") ? each.slice(1) : each;
  });
}
