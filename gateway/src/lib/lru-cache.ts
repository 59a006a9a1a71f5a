/** A cache with text keys. When it exceeds a limit, it drops the least recently used values. */
type LruCache<Value> = {
  find(key: string): Value | undefined;
  /** @param weight counts towards the weight limit. A value heavier than a quarter of the limit is not cached */
  store(key: string, value: Value, weight?: number): void;
  clear(): void;
};

/**
 * Creates a cache that limits the number of its values and, optionally, their weight.
 *
 * @param limits.weight maximum sum of all weights, in the same unit as in `store`, such as characters or bytes
 */
export function createLruCache<Value>(limits: { entries: number; weight?: number }): LruCache<Value> {
  const { entries: mostEntries, weight: mostWeight = Number.POSITIVE_INFINITY } = limits;
  // A Map remembers the order of insertion. Each use inserts the key again, so the first key is the least recently used.
  const entries = new Map<string, { value: Value; weight: number }>();
  let total = 0;

  return {
    find(key) {
      const found = entries.get(key);
      if (!found) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    store(key, value, weight = 0) {
      if (weight > mostWeight / 4) return;
      total += weight - (entries.get(key)?.weight ?? 0);
      entries.delete(key);
      entries.set(key, { value, weight });
      for (const [oldest, { weight: freed }] of entries) {
        if (entries.size <= mostEntries && total <= mostWeight) break;
        entries.delete(oldest);
        total -= freed;
      }
    },
    clear() {
      entries.clear();
      total = 0;
    },
  };
}
