/** Values by text, of which the longest unused go when there are too many. */
export type TextCache<Value> = {
  find(text: string): Value | undefined;
  /** @param size what counts towards the bound; one that would take more than a quarter of it is not kept */
  keep(text: string, value: Value, size: number): void;
  clear(): void;
};

/** Keeps at most so many values, of so many characters or bytes together. */
export function createTextCache<Value>(bound: { entries: number; characters: number }): TextCache<Value> {
  // A Map remembers the order in which keys were set: what is used is set anew, and the first is the longest unused.
  const kept = new Map<string, { value: Value; size: number }>();
  let total = 0;

  return {
    find(text) {
      const found = kept.get(text);
      if (!found) return undefined;
      kept.delete(text);
      kept.set(text, found);
      return found.value;
    },
    keep(text, value, size) {
      if (size > bound.characters / 4) return;
      total += size - (kept.get(text)?.size ?? 0);
      kept.delete(text);
      kept.set(text, { value, size });
      for (const [oldest, { size: freed }] of kept) {
        if (kept.size <= bound.entries && total <= bound.characters) break;
        kept.delete(oldest);
        total -= freed;
      }
    },
    clear() {
      kept.clear();
      total = 0;
    },
  };
}
