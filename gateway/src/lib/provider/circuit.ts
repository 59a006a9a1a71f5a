/** Failures in a row that open the circuit. */
const FAILURES = 5;
/** How long the circuit stays open, in milliseconds. The pause doubles each time, up to the maximum. */
const PAUSE_MS = { first: 2_000, max: 60_000 };

/** Whether a request may be sent now. */
type Permit = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * A circuit breaker: after several failures in a row, requests fail at once instead of waiting for the provider. After
 * a pause, one request is let through to check whether the provider works again.
 * Source: learn.microsoft.com, "Circuit Breaker pattern".
 */
interface Circuit {
  /** Whether a request may be sent. After a pause, only one request may be sent. */
  enter(): Permit;
  /** Call this after a response with any status. */
  succeed(): void;
  /** Call this after a request without a response. */
  fail(): void;
}

/**
 * @param options.now milliseconds on a clock that never goes back
 * @param options.onChange called when the circuit opens and when it closes again
 */
export function createCircuit(options: { now: () => number; onChange: (state: "open" | "closed") => void }): Circuit {
  const { now, onChange } = options;
  let failures = 0;
  let pauseMs = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const isOpen = () => pauseMs > 0;

  function pause(): void {
    const isFirst = !isOpen();
    pauseMs = isFirst ? PAUSE_MS.first : Math.min(2 * pauseMs, PAUSE_MS.max);
    pausedUntil = now() + pauseMs;
    if (isFirst) onChange("open");
  }

  return {
    enter() {
      if (!isOpen()) return { ok: true };
      const wait = pausedUntil - now();
      if (wait > 0) return { ok: false, retryAfterSeconds: Math.ceil(wait / 1_000) };
      // No other request is sent before the result of this one, or before another pause is over.
      pausedUntil = now() + pauseMs;
      return { ok: true };
    },
    succeed() {
      failures = 0;
      if (!isOpen()) return;
      pauseMs = 0;
      onChange("closed");
    },
    fail() {
      failures += 1;
      if (isOpen() || failures >= FAILURES) pause();
    },
  };
}
