/** A bucket of so many calls, refilled steadily. */
export type Rate = { burst: number; perSecond: number };

/** Whether a call may go on, or after how many whole seconds it may be tried again. */
export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Says whether a call may go on. */
export type RateLimit = {
  (key: string): RateLimitResult;
  /** Whether the next call of a key would go on; looking counts as none. */
  hasLeft: (key: string) => boolean;
  /** What the next call of a key would be answered; looking counts as none. */
  look: (key: string) => RateLimitResult;
  /** Takes an amount that is known only afterwards. It may leave a debt, which has to be refilled first. */
  spend: (key: string, amount: number) => void;
  /** Gives a key its whole burst back. */
  forget: (key: string) => void;
};

type Bucket = { left: number; at: number };

/** Addresses remembered at once. Each costs about 100 bytes; past that the longest unseen is forgotten. */
const MOST_KEYS = 50_000;

/**
 * Limits calls by key with a token bucket each, in bounded memory and without a timer.
 * It counts for this process only.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createRateLimit({ burst, perSecond }: Rate, now: () => number): RateLimit {
  const buckets = new Map<string, Bucket>();
  const leftOf = (known: Bucket | undefined, at: number) =>
    known ? Math.min(burst, known.left + ((at - known.at) / 1000) * perSecond) : burst;
  function store(key: string, bucket: Bucket): void {
    // Deleted and set again, a key moves to the end: the map's order is the order of last use.
    if (!buckets.delete(key) && buckets.size >= MOST_KEYS) forgetOldest(buckets);
    buckets.set(key, bucket);
  }
  const resultOf = (left: number): RateLimitResult =>
    left >= 1 ? { ok: true } : { ok: false, retryAfterSeconds: Math.ceil((1 - left) / perSecond) };
  const limit = (key: string): RateLimitResult => {
    const at = now();
    const left = leftOf(buckets.get(key), at);
    const verdict = resultOf(left);
    store(key, { left: verdict.ok ? left - 1 : left, at });
    return verdict;
  };
  return Object.assign(limit, {
    hasLeft: (key: string) => leftOf(buckets.get(key), now()) >= 1,
    look: (key: string) => resultOf(leftOf(buckets.get(key), now())),
    spend(key: string, amount: number) {
      const at = now();
      store(key, { left: leftOf(buckets.get(key), at) - amount, at });
    },
    forget: (key: string) => void buckets.delete(key),
  });
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
