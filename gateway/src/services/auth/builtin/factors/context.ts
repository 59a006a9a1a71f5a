import type { RateLimit } from "../../../../http/rate-limit.ts";
import type { SendCode } from "../../../shared/outgoing-messages.ts";
import { tooManyRequests } from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";

export type FactorContext = AuthContext & {
  /** Sends codes to telephones. Absent when phone factors are off. */
  sendCode: SendCode | undefined;
  /** Limits the guesses at one factor, from all clients together. */
  guessesAtFactor: RateLimit;
  /** Limits the codes sent for one user. */
  codesSent: RateLimit;
};

/**
 * Counts one guess at a factor.
 *
 * @throws {AuthError} 429 with `Retry-After`
 */
export function spendGuess({ guessesAtFactor }: FactorContext, factorId: string): void {
  const limit = guessesAtFactor(factorId);
  if (!limit.ok) throw tooManyRequests(limit.retryAfterSeconds);
}
