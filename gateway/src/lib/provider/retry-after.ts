/** When to try again after a failure without `Retry-After`, in seconds. */
export const DEFAULT_RETRY_S = 5;

/** Maximum wait, in seconds: the error of a proxy must not stop requests until the next restart. */
const MAX_S = 24 * 60 * 60;

/** Reads `Retry-After` in whole seconds. A date is ignored: our clock may differ from the provider's. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  return secondsOf(headers.get("Retry-After"));
}

/** Reads the value of a `Retry-After` header. */
export function secondsOf(retryAfter: string | null): number | undefined {
  const value = retryAfter?.trim() ?? "";
  return /^\d+$/.test(value) ? Math.min(Number(value), MAX_S) : undefined;
}
