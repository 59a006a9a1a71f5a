/** When to come back after a failure that says nothing of it, in seconds. */
export const USUAL_REST_S = 5;

/** What an answer's `Retry-After` says, in whole seconds: a date would need a clock that agrees with the provider's. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get("Retry-After")?.trim() ?? "";
  return /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}
