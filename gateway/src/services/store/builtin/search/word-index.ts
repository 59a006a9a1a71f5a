import { wordsOf } from "./words.ts";

/** One flag for each thing, in the things' order: 1 where it was found. */
export type Found = Uint8Array<ArrayBuffer>;

/** Which things hold which words. */
export interface WordIndex {
  everything(): Found;
  /** Things that hold these words in a row, the last of them at least from its beginning. No words are in everything. */
  find(words: readonly string[]): Found;
}

/** Stands between two texts of one thing, so that no phrase reaches from one into the other. */
const BETWEEN_TEXTS = " \n";

/**
 * Makes an index of the words of things. All words are kept in order, so those that begin with some letters are
 * found by halving and not by asking each thing.
 *
 * @param texts the texts of each thing
 */
export function createWordIndex(texts: readonly (readonly string[])[]): WordIndex {
  const lines: string[] = [];
  const holders = new Map<string, number[]>();
  for (const [at, own] of texts.entries()) {
    const parts = own.map(wordsOf);
    lines.push(parts.map((words) => ` ${words.join(" ")}`).join(BETWEEN_TEXTS));
    for (const word of new Set(parts.flat())) {
      const known = holders.get(word);
      if (known) known.push(at);
      else holders.set(word, [at]);
    }
  }
  const words = [...holders.keys()].sort();

  function beginningWith(start: string): Found {
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
      const found = beginningWith(first);
      if (wanted.length === 1) return found;
      const phrase = ` ${wanted.join(" ")}`;
      return found.map((flag, at) => (flag === 1 && lines[at]?.includes(phrase) ? 1 : 0));
    },
  };
}

/** Place of the first word that is not before another; all words are in order. */
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
