import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import { respondBodyTooLarge, respondWithError } from "./error-response.ts";
import { limitBody } from "./limit-body.ts";
import { createRateLimit, type Rate, type RateLimit } from "./rate-limit.ts";
import type { RequestOrigin } from "./request-origin.ts";

/** Maximum size of a body, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Changes by one client: many fans behind one address may join, but a script cannot fill the disk. */
const CHANGE_RATE = { burst: 60, perSecond: 1 };
/** Changes by all clients together, without those that have a rate of their own. */
const TOTAL_CHANGE_RATE = { burst: 2_000, perSecond: 500 };
/** Reads by one client. */
const READ_RATE = { burst: 300, perSecond: 20 };

type LimitedContext = Context<{ Bindings: RequestOrigin }>;
/** Lets a request through, or rejects it. */
export type Limit = MiddlewareHandler<{ Bindings: RequestOrigin }>;

/** How reads and changes of a path are counted, if the method alone does not decide. */
type ReadsAndChangesOptions = {
  /** A rate for the changes of this path only. Without it, they count together with the changes of all other paths. */
  changeRate?: Rate;
  /** Whether a request counts as a read; when undefined, the method decides. */
  isRead?: (request: HonoRequest) => boolean | undefined;
  /** Whether a request is exempt from these limits. */
  isExempt?: (c: LimitedContext) => Promise<boolean>;
};

/** How many requests a client may send. */
type RequestLimits = {
  /** Reads of one client, counted over all paths together. */
  reads: RateLimit;
  /** Limits reads and changes of a path. */
  readsAndChanges: (options?: ReadsAndChangesOptions) => Limit;
};

/** @param now milliseconds on a clock that never goes back */
export function createRequestLimits(now: () => number): RequestLimits {
  const changes = createRateLimit(CHANGE_RATE, now);
  const reads = createRateLimit(READ_RATE, now);
  const allChanges = createRateLimit(TOTAL_CHANGE_RATE, now);
  return {
    reads,
    readsAndChanges({ changeRate, isRead, isExempt } = {}) {
      const ownChanges = changeRate ? createRateLimit(changeRate, now) : changes;
      const limit = limitBy((c) => {
        const counted = (isRead?.(c.req) ?? (c.req.method === "GET" || c.req.method === "HEAD")) ? reads : ownChanges;
        const own = counted(c.env.key);
        // A few clients with the high rate of a provider must not use up what is for everybody.
        return own.ok && counted === changes ? allChanges("everybody") : own;
      });
      return isExempt ? async (c, next) => ((await isExempt(c)) ? next() : limit(c, next)) : limit;
    },
  };
}

/** Lets a request through, or responds with `Retry-After` in the shape of the path's errors. */
export function limitBy(
  check: (c: LimitedContext) => ReturnType<RateLimit>,
  { status = 429, code = "over_request_rate_limit" }: { status?: 429 | 503; code?: string } = {},
): Limit {
  return async (c, next) => {
    const result = check(c);
    if (result.ok) return next();
    c.header("Retry-After", String(result.retryAfterSeconds));
    return respondWithError(c, status, code, "Too many requests. Please wait a moment.");
  };
}

/** Rejects bodies that are larger than any service accepts. */
export const limitBodies: MiddlewareHandler = limitBody(MAX_BODY_BYTES, (c) => respondBodyTooLarge(c, MAX_BODY_BYTES));
