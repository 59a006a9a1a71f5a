import { searchableWords } from "../../../../lib/searchable.ts";
import { type Comparator, type Condition, matchEveryWord, parseQuery } from "./parse-query.ts";
import { createWordIndex, type Matches } from "./word-index.ts";

/**
 * Creates a test for a comparison with a field; undefined if the field does not support the comparison. `context` is
 * the data that changes between searches, such as the stock.
 */
export type Field<Item, Context> = (
  comparator: Comparator,
  value: string,
  context: Context,
) => ((item: Item) => boolean) | undefined;

type Searchable<Item, Context> = {
  items: readonly Item[];
  /** Texts that are searched. A phrase must be in one of them as a whole. */
  toTexts: (item: Item) => readonly string[];
  /** The text that counts most for relevance. */
  toTitle: (item: Item) => string;
  fields: Readonly<Record<string, Field<Item, Context>>>;
};

export type SearchResult<Item> = {
  has(item: Item): boolean;
  /** How many of the wanted words are in the item's title. */
  relevanceOf(item: Item): number;
};

/**
 * Creates a function that searches items by words and fields. The first search builds the index. A search takes longer
 * the more words the query has, so the caller limits the length of a query.
 */
export function createSearch<Item, Context>(
  searchable: Searchable<Item, Context>,
): (query: string, context: Context) => SearchResult<Item> {
  const { items, toTexts, toTitle, fields } = searchable;
  let cached: { index: ReturnType<typeof createWordIndex>; places: ReadonlyMap<Item, number> } | undefined;

  return (query, context) => {
    cached ??= {
      index: createWordIndex(items.map(toTexts)),
      places: new Map(items.map((item, at) => [item, at])),
    };
    const { index, places } = cached;
    const condition = parseQuery(query);

    function find(wanted: Condition): Matches {
      switch (wanted.kind) {
        case "all":
          return conjunction(wanted.parts);
        case "any":
          return disjunction(wanted.parts);
        case "not":
          return find(wanted.part).map((flag) => 1 - flag);
        case "phrase":
          return index.find(wanted.words);
        case "field": {
          const test = Object.hasOwn(fields, wanted.field)
            ? fields[wanted.field]?.(wanted.comparator, wanted.value, context)
            : undefined;
          if (!test) return find(matchEveryWord(`${wanted.field} ${wanted.value}`));
          return Uint8Array.from(items, (item) => (test(item) ? 1 : 0));
        }
      }
    }
    function conjunction(parts: readonly Condition[]): Matches {
      const found = index.everything();
      for (const part of parts) {
        const other = find(part);
        for (let at = 0; at < found.length; at += 1) found[at] = (found[at] ?? 0) & (other[at] ?? 0);
      }
      return found;
    }
    function disjunction(parts: readonly Condition[]): Matches {
      const found = new Uint8Array(items.length);
      for (const part of parts) {
        const other = find(part);
        for (let at = 0; at < found.length; at += 1) found[at] = (found[at] ?? 0) | (other[at] ?? 0);
      }
      return found;
    }

    const found = find(condition);
    const words = listWantedWords(condition);
    return {
      has: (item) => found[places.get(item) ?? -1] === 1,
      relevanceOf(item) {
        const title = searchableWords(toTitle(item));
        return words.filter((word) => title.some((own) => own.startsWith(word))).length;
      },
    };
  };
}

/** The words that a query wants, without those it excludes. */
function listWantedWords(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.parts.flatMap(listWantedWords);
    case "phrase":
      return condition.words;
    default:
      return [];
  }
}
