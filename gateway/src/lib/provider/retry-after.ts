/** When to come back after a failure that says nothing of it, in seconds. */
export const USUAL_REST_S = 5;

/** What is believed at most, in seconds: no proxy's slip keeps a provider from being asked until the next restart. */
const MOST_S = 24 * 60 * 60;

/** What an answer's `Retry-After` says, in whole seconds: a date would need a clock that agrees with the provider's. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  return secondsOf(headers.get("Retry-After"));
}

/** What a `Retry-After` says that was taken from its answer. */
export function secondsOf(retryAfter: string | null): number | undefined {
  const value = retryAfter?.trim() ?? "";
  return /^\d+$/.test(value) ? Math.min(Number(value), MOST_S) : undefined;
}
