import { createRateLimit, type RateLimit } from "../../../http/rate-limit.ts";
import type { Audit } from "../../shared/audit.ts";
import { tooManyRequests } from "../auth-error.ts";
import type { EndpointRequest } from "./endpoint.ts";

/** What can be guessed. Each kind has its own limit, so wrong codes never use up attempts at the password. */
type Guessable = "password" | "email-code" | "factor";

/** Attempts of one address: a burst of ten, then one every six seconds. */
const CLIENT_RATE = { burst: 10, perSecond: 1 / 6 };
/** Attempts of a browser that signed in before, counted apart from its address. */
const DEVICE_RATE = { burst: 10, perSecond: 1 / 6 };
/** Attempts of all strangers together. */
const TOTAL_RATE = { burst: 60, perSecond: 5 };

type Guesser = Pick<EndpointRequest, "client" | "device">;

/** Limits how often a secret can be guessed. */
export interface Guesses {
  /**
   * Counts an attempt before it is checked.
   *
   * @throws {AuthError} 429 `over_request_rate_limit` with `Retry-After`
   */
  spend(kind: Guessable, guesser: Guesser): void;
  /** Resets the limit of a client after a correct attempt. */
  refill(kind: Guessable, guesser: Guesser): void;
}

/**
 * A browser that signed in before has its own limit. No stranger can use up this limit, not even one at the same
 * address.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 *
 * @param limits whether rate limits are on
 * @param now milliseconds on a clock that never goes back
 */
export function createGuesses({ limits, now, audit }: { limits: boolean; now: () => number; audit: Audit }): Guesses {
  const clients = createRateLimit(CLIENT_RATE, now);
  const devices = createRateLimit(DEVICE_RATE, now);
  const everybody = createRateLimit(TOTAL_RATE, now);

  function check(kind: Guessable, { client, device }: Guesser): ReturnType<RateLimit> {
    if (device !== undefined) return devices(`${kind} ${device}`);
    const own = clients(`${kind} ${client.key}`);
    return own.ok ? everybody(kind) : own;
  }

  return {
    spend(kind, guesser) {
      if (!limits) return;
      const result = check(kind, guesser);
      if (result.ok) return;
      void audit({ event: "sign-in-throttled", client: guesser.client, details: { kind } });
      throw tooManyRequests(result.retryAfterSeconds);
    },
    refill(kind, { client, device }) {
      if (device === undefined) clients.forget(`${kind} ${client.key}`);
      else devices.forget(`${kind} ${device}`);
    },
  };
}
