import type { RateLimit } from "../../../../http/rate-limit.ts";
import type { SendCode } from "../../../shared/outgoing-messages.ts";
import { tooManyRequests } from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";

/** What endpoints of factors work with. */
export type FactorContext = AuthContext & {
  /** Without it nobody can have a phone factor. */
  sendCode: SendCode | undefined;
  /** Bounds the guesses at one factor, whoever makes them. */
  guessesAtFactor: RateLimit;
  /** Bounds the codes sent for one user. */
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
