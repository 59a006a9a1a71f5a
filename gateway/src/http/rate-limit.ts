/** A token bucket: its size in calls, and how fast it refills. */
export type Rate = { burst: number; perSecond: number };

/** Whether a call is allowed, or after how many whole seconds the next one may be. */
export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Counts a call, and says whether it is allowed. */
export type RateLimit = {
  (key: string): RateLimitResult;
  /** Whether the next call of a key would be allowed. Counts nothing. */
  hasLeft: (key: string) => boolean;
  /** The result that the next call of a key would get. Counts nothing. */
  check: (key: string) => RateLimitResult;
  /** Takes an amount that is known only afterwards. The bucket may become negative and then has to refill first. */
  spend: (key: string, amount: number) => void;
  /** Forgets the calls of a key, so that its bucket is full. */
  forget: (key: string) => void;
};

type Bucket = { left: number; at: number };

/** Maximum number of keys in memory, about 100 bytes each. Beyond that the least recently used one is dropped. */
const MAX_KEYS = 50_000;

/**
 * Limits calls by key with a token bucket each, in bounded memory and without a timer. Each process counts for itself.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createRateLimit({ burst, perSecond }: Rate, now: () => number): RateLimit {
  const buckets = new Map<string, Bucket>();
  const leftOf = (known: Bucket | undefined, at: number) =>
    known ? Math.min(burst, known.left + ((at - known.at) / 1000) * perSecond) : burst;
  function store(key: string, bucket: Bucket): void {
    // The deleted key is inserted again at the end, so the map's order is the order of last use.
    if (!buckets.delete(key) && buckets.size >= MAX_KEYS) dropOldest(buckets);
    buckets.set(key, bucket);
  }
  const resultOf = (left: number): RateLimitResult =>
    left >= 1 ? { ok: true } : { ok: false, retryAfterSeconds: Math.ceil((1 - left) / perSecond) };
  const limit = (key: string): RateLimitResult => {
    const at = now();
    const left = leftOf(buckets.get(key), at);
    const result = resultOf(left);
    store(key, { left: result.ok ? left - 1 : left, at });
    return result;
  };
  return Object.assign(limit, {
    hasLeft: (key: string) => leftOf(buckets.get(key), now()) >= 1,
    check: (key: string) => resultOf(leftOf(buckets.get(key), now())),
    spend(key: string, amount: number) {
      const at = now();
      store(key, { left: leftOf(buckets.get(key), at) - amount, at });
    },
    forget: (key: string) => void buckets.delete(key),
  });
}

function dropOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
