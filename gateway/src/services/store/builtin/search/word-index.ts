import { searchableWords } from "../../../../lib/searchable.ts";

/** One flag for each item, in their order: 1 if it matches. */
export type Matches = Uint8Array<ArrayBuffer>;

interface WordIndex {
  everything(): Matches;
  /** Finds items with these words in a row; of the last word, the beginning is enough. Without words, all items. */
  find(words: readonly string[]): Matches;
}

/** Separates the texts of an item, so that no phrase matches across two of them. */
const BETWEEN_TEXTS = " \n";

/**
 * Creates an index of words. The words are sorted, so a binary search finds those with a prefix.
 *
 * @param texts the texts of each item
 */
export function createWordIndex(texts: readonly (readonly string[])[]): WordIndex {
  const lines: string[] = [];
  const holders = new Map<string, number[]>();
  for (const [at, own] of texts.entries()) {
    const parts = own.map(searchableWords);
    lines.push(parts.map((words) => ` ${words.join(" ")}`).join(BETWEEN_TEXTS));
    for (const word of new Set(parts.flat())) {
      const known = holders.get(word);
      if (known) known.push(at);
      else holders.set(word, [at]);
    }
  }
  const words = [...holders.keys()].sort();

  function findPrefix(start: string): Matches {
    const found = new Uint8Array(texts.length);
    for (let place = firstNotBefore(words, start); words[place]?.startsWith(start); place += 1) {
      for (const at of holders.get(words[place] ?? "") ?? []) found[at] = 1;
    }
    return found;
  }

  return {
    everything: () => new Uint8Array(texts.length).fill(1),
    find(wanted) {
      const [first] = wanted;
      if (first === undefined) return new Uint8Array(texts.length).fill(1);
      const found = findPrefix(first);
      if (wanted.length === 1) return found;
      const phrase = ` ${wanted.join(" ")}`;
      return found.map((flag, at) => (flag === 1 && lines[at]?.includes(phrase) ? 1 : 0));
    },
  };
}

/** Index of the first of the sorted words that is not before `start`. */
function firstNotBefore(words: readonly string[], start: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // `middle` is below `high`, which is at most the length.
    if ((words[middle] as string) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
