/** Values that cost something to make; those not asked for the longest make room. */
export interface RecentlyUsed<Value> {
  /** The value of a key, made where it is not kept. */
  get(key: string, make: () => Value): Value;
}

/** Keeps a number of values. */
export function createRecentlyUsed<Value>(most: number): RecentlyUsed<Value> {
  // A map remembers the order in which keys came; one that is asked for comes anew.
  const kept = new Map<string, { value: Value }>();
  return {
    get(key, make) {
      const entry = kept.get(key) ?? { value: make() };
      kept.delete(key);
      kept.set(key, entry);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return entry.value;
    },
  };
}
