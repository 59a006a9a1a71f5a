import { createRateLimit, type Rate, type RateLimit } from "../../../../http/rate-limit.ts";
import type { SendCode } from "../../../shared/outgoing-messages.ts";
import { FACTOR_RATE, FACTOR_RATE_OVER_WEEKS } from "../../factor-rates.ts";
import type { AuthContext } from "../context.ts";
import type { Endpoint } from "../endpoint.ts";
import { challengeFactor } from "./challenge.ts";
import { enrolFactor, unenrolFactor } from "./enrolment.ts";
import { verifyFactor } from "./verify.ts";

/** Codes to a telephone for one user: a burst of three, then one a minute. */
const CODE_RATE: Rate = { burst: 3, perSecond: 1 / 60 };

/** Used when limits are off. */
const NO_LIMIT: RateLimit = Object.assign(() => ({ ok: true as const }), {
  hasLeft: () => true,
  check: () => ({ ok: true as const }),
  spend: () => undefined,
  forget: () => undefined,
});

type FactorOptions = {
  /** Sends codes to telephones; without it phone factors are off. */
  sendCode: SendCode | undefined;
  /** Whether rate limits are on. */
  limits: boolean;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
};

/** Endpoints of second steps. */
export function createFactorEndpoints(auth: AuthContext, { sendCode, limits, now }: FactorOptions): Endpoint[] {
  const limitBy = (rate: Rate): RateLimit => (limits ? createRateLimit(rate, now) : NO_LIMIT);
  const context = {
    ...auth,
    sendCode,
    guessesAtFactor: limitBy(FACTOR_RATE),
    guessesOverWeeks: limitBy(FACTOR_RATE_OVER_WEEKS),
    challengesOpened: limitBy(FACTOR_RATE),
    codesSent: limitBy(CODE_RATE),
  };
  return [
    { method: "POST", path: "factors", access: "person", handle: (request) => enrolFactor(context, request) },
    {
      method: "POST",
      path: "factors/:id/challenge",
      access: "person",
      handle: (request) => challengeFactor(context, request),
    },
    {
      method: "POST",
      path: "factors/:id/verify",
      access: "person",
      handle: (request) => verifyFactor(context, request),
    },
    { method: "DELETE", path: "factors/:id", access: "person", handle: (request) => unenrolFactor(context, request) },
  ];
}
