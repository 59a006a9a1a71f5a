/**
 * Something that a request needs is unavailable at the moment: a provider or the disk. The same request may succeed
 * later, so the response is 503 with `Retry-After`.
 */
export abstract class UnavailableError extends Error {
  abstract readonly part: "provider" | "storage";
  /** Whole seconds after which the request may be sent again. */
  abstract readonly retryAfterSeconds: number;
  /** Fields for the log; undefined when the failure has been logged already. */
  abstract readonly logged: Readonly<Record<string, string>> | undefined;
}
