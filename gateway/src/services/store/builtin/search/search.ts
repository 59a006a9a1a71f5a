import { type Comparator, type Condition, everyWordOf, parseQuery } from "./parse-query.ts";
import { createWordIndex, type Found } from "./word-index.ts";
import { wordsOf } from "./words.ts";

/**
 * How a field is compared: makes a test of a comparison, or nothing where the comparison makes no sense for it.
 * What it asks of the outside, such as what is left in stock, comes with each search.
 */
export type Field<Thing, Outside> = (
  comparator: Comparator,
  value: string,
  outside: Outside,
) => ((thing: Thing) => boolean) | undefined;

/** What can be searched, and how. */
export type Searchable<Thing, Outside> = {
  things: readonly Thing[];
  /** Texts that bare words are looked for in, each by itself: no phrase reaches from one into the next. */
  textsOf: (thing: Thing) => readonly string[];
  /** The text that counts most for relevance. */
  titleOf: (thing: Thing) => string;
  fields: Readonly<Record<string, Field<Thing, Outside>>>;
};

/** What a search found. */
export type Search<Thing> = {
  has(thing: Thing): boolean;
  /** How many of the words stand in its title. */
  relevanceOf(thing: Thing): number;
};

/**
 * Makes a function that searches things by words and fields. What it needs for that is made at the first search. Each
 * word costs a look, so how long a search may be is bounded by whoever takes it.
 */
export function createSearch<Thing, Outside>(
  searchable: Searchable<Thing, Outside>,
): (query: string, outside: Outside) => Search<Thing> {
  const { things, textsOf, titleOf, fields } = searchable;
  let made: { index: ReturnType<typeof createWordIndex>; places: ReadonlyMap<Thing, number> } | undefined;

  return (query, outside) => {
    made ??= {
      index: createWordIndex(things.map(textsOf)),
      places: new Map(things.map((thing, at) => [thing, at])),
    };
    const { index, places } = made;
    const condition = parseQuery(query);

    function find(wanted: Condition): Found {
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
            ? fields[wanted.field]?.(wanted.comparator, wanted.value, outside)
            : undefined;
          if (!test) return find(everyWordOf(`${wanted.field} ${wanted.value}`));
          return Uint8Array.from(things, (thing) => (test(thing) ? 1 : 0));
        }
      }
    }
    function conjunction(parts: readonly Condition[]): Found {
      const found = index.everything();
      for (const part of parts) {
        const its = find(part);
        for (let at = 0; at < found.length; at += 1) found[at] = (found[at] ?? 0) & (its[at] ?? 0);
      }
      return found;
    }
    function disjunction(parts: readonly Condition[]): Found {
      const found = new Uint8Array(things.length);
      for (const part of parts) {
        const its = find(part);
        for (let at = 0; at < found.length; at += 1) found[at] = (found[at] ?? 0) | (its[at] ?? 0);
      }
      return found;
    }

    const found = find(condition);
    const words = wantedWordsOf(condition);
    return {
      has: (thing) => found[places.get(thing) ?? -1] === 1,
      relevanceOf(thing) {
        const title = wordsOf(titleOf(thing));
        return words.filter((word) => title.some((its) => its.startsWith(word))).length;
      },
    };
  };
}

/** Words that a search wants, not those it excludes. */
function wantedWordsOf(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.parts.flatMap(wantedWordsOf);
    case "phrase":
      return condition.words;
    default:
      return [];
  }
}
