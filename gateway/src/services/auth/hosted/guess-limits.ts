import { createRateLimit, type RateLimit } from "../../../http/rate-limit.ts";
import { AuthError, tooManyRequests } from "../auth-error.ts";
import type { AuthRequest } from "../contract.ts";
import { FACTOR_RATE, FACTOR_RATE_OVER_WEEKS } from "../factor-rates.ts";
import type { Passed } from "./endpoints.ts";

/** Guesses of one client: a burst of ten, then one every six seconds, as with the built-in service. */
const GUESS_RATE = { burst: 10, perSecond: 1 / 6 };
/**
 * Guesses of one client at codes from emails. Fewer, because the provider accepts 360 an hour from all clients
 * together. Source: supabase.com, Auth, "Rate limits".
 */
const EMAIL_CODE_RATE = { burst: 10, perSecond: 1 / 20 };

/** Who guesses at what. `device` is the name of a browser that has passed the factor's step before. */
type Guess = { request: Pick<AuthRequest, "path" | "client">; passed: Passed; device: string | undefined };

/** Limits guesses, because the provider sees all clients as one. */
type GuessLimits = {
  /** @throws {AuthError} 429 with `Retry-After`; 503 for a grant, because clients end their session after any 4xx */
  spend(guess: Guess): void;
  /**
   * Counts a wrong code over weeks. Only the provider knows which factors there are: ids that somebody made up would
   * otherwise displace the count of the owner's.
   */
  countWrong(guess: Guess): void;
  /** The secret was correct, so the client gets all its guesses back. */
  refill(guess: Guess): void;
};

/** @param now milliseconds on a clock that never goes back */
export function createGuessLimits(now: () => number): GuessLimits {
  const clients = createRateLimit(GUESS_RATE, now);
  const emailCodes = createRateLimit(EMAIL_CODE_RATE, now);
  const atFactor = createRateLimit(FACTOR_RATE, now);
  const atFactorOverWeeks = createRateLimit(FACTOR_RATE_OVER_WEEKS, now);
  const challenges = createRateLimit(FACTOR_RATE, now);

  const factorKey = ({ request, device }: Guess) => `${factorIdIn(request)} ${device ?? ""}`;

  /** The limits of a guess, each with its key. */
  function limitsOf(guess: Guess): (readonly [RateLimit, string])[] {
    const { request, passed, device } = guess;
    const factor = factorKey(guess);
    if (passed.isChallenge) return [[challenges, factor]];
    if (passed.guess === undefined) return [];
    const own = `${passed.guess} ${device ?? request.client.key}`;
    if (passed.guess !== "factor") return [[passed.guess === "email-code" ? emailCodes : clients, own]];
    return [
      [clients, own],
      [atFactor, factor],
    ];
  }

  return {
    spend(guess) {
      const isFactor = guess.passed.guess === "factor";
      const results = isFactor ? [atFactorOverWeeks.check(factorKey(guess))] : [];
      for (const [limit, key] of limitsOf(guess)) if (results.every(({ ok }) => ok)) results.push(limit(key));
      for (const result of results) {
        if (result.ok) continue;
        const error = tooManyRequests(result.retryAfterSeconds);
        throw guess.passed.guess === "grant"
          ? new AuthError(503, error.code, error.message, { headers: error.headers })
          : error;
      }
    },
    countWrong(guess) {
      if (guess.passed.guess === "factor") atFactorOverWeeks.spend(factorKey(guess), 1);
    },
    refill(guess) {
      for (const [limit, key] of limitsOf(guess)) limit.forget(key);
      if (guess.passed.guess !== "factor") return;
      for (const limit of [atFactorOverWeeks, challenges]) limit.forget(factorKey(guess));
    },
  };
}

/** The factor that a request is about. The provider reads ids in any case. */
export function factorIdIn({ path }: Pick<AuthRequest, "path">): string {
  return path.split("/")[1]?.toLowerCase() ?? "";
}
