import type { RateLimit } from "../../../../http/rate-limit.ts";
import type { SendCode } from "../../../shared/outgoing-messages.ts";
import { tooManyRequests } from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";
import type { EndpointRequest } from "../endpoint.ts";

export type FactorContext = AuthContext & {
  /** Sends codes to telephones. Absent when phone factors are off. */
  sendCode: SendCode | undefined;
  /** Limits the guesses at one factor, from all unknown browsers together and from each known one. */
  guessesAtFactor: RateLimit;
  /** Limits the same guesses over weeks. */
  guessesOverWeeks: RateLimit;
  /** Limits the challenges of an app, counted like guesses: each new one may displace another. */
  challengesOpened: RateLimit;
  /** Limits the codes sent for one user, to all unknown browsers together and to each known one. */
  codesSent: RateLimit;
};

/**
 * The key by which the limits of second steps count. A known browser has passed this step before, so somebody with only
 * the password cannot use up its limits.
 *
 * @param id of the factor or the user
 */
export function limitKeyOf(id: string, { device }: Pick<EndpointRequest, "device">): string {
  return device === undefined ? id : `${id} ${device}`;
}

/**
 * Counts one guess at a factor.
 *
 * @param key see {@link limitKeyOf}
 * @throws {AuthError} 429 with `Retry-After`
 */
export function spendGuess({ guessesAtFactor, guessesOverWeeks }: FactorContext, key: string): void {
  spend(guessesAtFactor, key);
  spend(guessesOverWeeks, key);
}

/** @throws {AuthError} 429 with `Retry-After` */
export function spend(limit: RateLimit, key: string): void {
  const result = limit(key);
  if (!result.ok) throw tooManyRequests(result.retryAfterSeconds);
}
