/** Failures in a row after which a provider is left alone. */
const FAILURES = 5;
/** How long it is left alone, in milliseconds: so long at first, twice as long each time, at most so. */
const REST_MS = { first: 2_000, most: 60_000 };

/** What a question may do just now. */
export type Passage = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * A circuit breaker: after several failures in a row nobody waits for the provider any more, until one question, let
 * through after a rest, shows that it is well again. Source: learn.microsoft.com, "Circuit Breaker pattern".
 */
export interface Circuit {
  /** Whether a question may be put. Of those that come after a rest only the first may. */
  enter(): Passage;
  /** A question was answered, whatever the answer said. */
  succeed(): void;
  /** A question was not answered. */
  fail(): void;
}

/**
 * @param options.now milliseconds on a clock that never goes back
 * @param options.onChange told when the provider is given up and when it is well again
 */
export function createCircuit(options: { now: () => number; onChange: (state: "open" | "closed") => void }): Circuit {
  const { now, onChange } = options;
  let failures = 0;
  let restMs = 0;
  let closedUntil = Number.NEGATIVE_INFINITY;
  const isOpen = () => restMs > 0;

  function rest(): void {
    const isFirst = !isOpen();
    restMs = isFirst ? REST_MS.first : Math.min(2 * restMs, REST_MS.most);
    closedUntil = now() + restMs;
    if (isFirst) onChange("open");
  }

  return {
    enter() {
      if (!isOpen()) return { ok: true };
      const wait = closedUntil - now();
      if (wait > 0) return { ok: false, retryAfterSeconds: Math.ceil(wait / 1_000) };
      // The next one waits for what becomes of this one, and no longer than another rest.
      closedUntil = now() + restMs;
      return { ok: true };
    },
    succeed() {
      failures = 0;
      if (!isOpen()) return;
      restMs = 0;
      onChange("closed");
    },
    fail() {
      failures += 1;
      if (isOpen() || failures >= FAILURES) rest();
    },
  };
}
