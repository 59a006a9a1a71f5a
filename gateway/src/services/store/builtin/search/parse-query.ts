import { searchableWords } from "../../../../lib/searchable.ts";

/** Source: shopify.dev, Shopify API search syntax, Comparators. */
export type Comparator = "=" | "<" | ">" | "<=" | ">=";

/** A parsed query. */
export type Condition =
  | { kind: "all" | "any"; parts: readonly Condition[] }
  | { kind: "not"; part: Condition }
  /** Consecutive words; of the last word, the beginning is enough. */
  | { kind: "phrase"; words: readonly string[] }
  | { kind: "field"; field: string; comparator: Comparator; value: string };

type Token =
  | { kind: "(" | ")" | "minus" }
  | { kind: "value"; text: string; isQuoted: boolean }
  | { kind: "field"; field: string; comparator: Comparator; value: string };

const TOKEN = new RegExp(
  [
    String.raw`\s+`,
    "(?<paren>[()])",
    String.raw`(?<minus>-(?=[^\s)]))`,
    String.raw`(?<field>[\w.]+):(?<comparator><=|>=|<|>)?(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<plain>[^\s()"']+))`,
    '"(?<doublePhrase>[^"]*)"',
    // An apostrophe within a word does not begin a phrase.
    String.raw`'(?<singlePhrase>[^']*)'(?![\p{L}\p{N}])`,
    String.raw`(?<word>[^\s()":][^\s()":]*)`,
  ].join("|"),
  "uy",
);

/**
 * Parses a query: words, `field:value`, phrases in quotes, `-` or NOT, AND, OR, parentheses. AND binds tighter than OR
 * and is the default. Source: shopify.dev, Shopify API search syntax. If the syntax is wrong, the query is a search for
 * its words, as people expect from a search field.
 */
export function parseQuery(query: string): Condition {
  const tokens = tokenize(query);
  return (tokens && parseTokens(tokens)) ?? matchEveryWord(query);
}

/** A condition for every word of a text, in any order. */
export function matchEveryWord(text: string): Condition {
  return { kind: "all", parts: searchableWords(text).map((word) => ({ kind: "phrase", words: [word] })) };
}

function tokenize(query: string): Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < query.length) {
    const groups = TOKEN.exec(query)?.groups;
    // A sticky expression without a match starts again at 0.
    if (!groups) return undefined;
    const { paren, minus, field, comparator, double, single, plain, doublePhrase, singlePhrase, word } = groups;
    const phrase = doublePhrase ?? singlePhrase;
    if (paren === "(" || paren === ")") tokens.push({ kind: paren });
    else if (minus !== undefined) tokens.push({ kind: "minus" });
    else if (field !== undefined) {
      const value = double ?? single ?? plain ?? "";
      // The expression matches no other comparators.
      tokens.push({ kind: "field", field: field.toLowerCase(), comparator: (comparator ?? "=") as Comparator, value });
    } else if (phrase !== undefined) tokens.push({ kind: "value", text: phrase, isQuoted: true });
    else if (word !== undefined) tokens.push({ kind: "value", text: word, isQuoted: false });
  }
  return tokens;
}

/** @returns undefined if an operator or a parenthesis lacks its operand */
function parseTokens(tokens: readonly Token[]): Condition | undefined {
  let at = 0;

  function isWord(text: string): boolean {
    const token = tokens[at];
    return token?.kind === "value" && !token.isQuoted && token.text === text;
  }

  function parseAny(): Condition | undefined {
    const parts: Condition[] = [];
    do {
      const part = parseAll();
      if (!part) return undefined;
      parts.push(part);
    } while (isWord("OR") && ++at);
    return parts.length === 1 ? parts[0] : { kind: "any", parts };
  }

  function parseAll(): Condition | undefined {
    const parts: Condition[] = [];
    do {
      const part = parseTerm();
      if (!part) return undefined;
      parts.push(part);
      if (isWord("AND")) {
        at += 1;
        if (at === tokens.length) return undefined;
      }
    } while (at < tokens.length && tokens[at]?.kind !== ")" && !isWord("OR"));
    return { kind: "all", parts };
  }

  function parseTerm(): Condition | undefined {
    if (tokens[at]?.kind === "minus" || isWord("NOT")) {
      at += 1;
      const part = parseTerm();
      return part && { kind: "not", part };
    }
    if (isWord("AND") || isWord("OR")) return undefined;
    const token = tokens[at];
    at += 1;
    switch (token?.kind) {
      case "field":
        return token;
      case "value":
        return { kind: "phrase", words: searchableWords(token.text) };
      case "(": {
        const inner = parseAny();
        const closing = tokens[at];
        at += 1;
        return closing?.kind === ")" ? inner : undefined;
      }
      default:
        return undefined;
    }
  }

  const condition = parseAny();
  return at === tokens.length ? condition : undefined;
}
