/**
 * A part that a request needs cannot work at the moment: a provider, or the disk. The same request may succeed later, so
 * that it is answered with 503 and `Retry-After`.
 */
export abstract class UnavailableError extends Error {
  abstract readonly part: "provider" | "storage";
  /** Whole seconds after which the request may be sent again. */
  abstract readonly retryAfterSeconds: number;
  /** Fields for the log; undefined where the failure has been logged already. */
  abstract readonly logged: Readonly<Record<string, string>> | undefined;
}
