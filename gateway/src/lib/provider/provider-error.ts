/** Why a provider gave no answer that could be passed on. */
export type ProviderFailure = "unreachable" | "slow" | "unwell" | "resting";

/** A provider gave no answer. The message holds nothing of what was sent. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly failure: ProviderFailure;
  /** When it is worth asking again, in whole seconds. */
  readonly retryAfterSeconds: number;

  constructor(failure: ProviderFailure, message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
