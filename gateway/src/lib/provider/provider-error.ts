import { UnavailableError } from "../unavailable-error.ts";

/** Why a provider gave no usable response. `resting`: its circuit breaker is open. */
type ProviderFailure = "unreachable" | "slow" | "unwell" | "resting";

/** A provider gave no response. The message repeats nothing from the request. */
export class ProviderError extends UnavailableError {
  override readonly name = "ProviderError";
  readonly part = "provider";
  readonly failure: ProviderFailure;
  readonly retryAfterSeconds: number;

  constructor(failure: ProviderFailure, message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get logged(): { failure: ProviderFailure } | undefined {
    // The circuit breaker logged it when it opened.
    return this.failure === "resting" ? undefined : { failure: this.failure };
  }
}
