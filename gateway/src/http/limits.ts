/** How much one address, and everybody together, may ask of the gateway. */
import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Environment } from "../app.ts";
import type { AuthService } from "../services/auth/contract.ts";
import { STRIPE_WEBHOOK_PATH } from "../services/store/builtin/payments/stripe-webhook.ts";
import { UNSUBSCRIBE_PATH } from "../services/unsubscribe/links.ts";
import { answerError } from "./answer-error.ts";
import { limitBody } from "./limit-body.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import { createSignUpLimit, type SignUpLimit } from "./sign-up-limit.ts";

/** Largest body that a service takes, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

/** Changes by one address: a whole car park behind one mobile network may join, a script may not fill the disk. */
const CHANGE_RATE = { burst: 60, perSecond: 1 };
/** Reads by one address. */
const READ_RATE = { burst: 300, perSecond: 20 };
/**
 * Begins a visit to a sign-in provider. It is stored, and so limited as a change is, though a browser reads it: else one
 * stranger could have more visits begin than are kept, and the owner's would go.
 */
const VISIT_PATH = "/auth/v1/authorize";
/** What these limits hold for, beside the table interface; other services have limits of their own. */
const LIMITED_PATHS = ["/checkout/*", "/admin/api/*", "/spotify/*", "/mailing-list/*"];
/**
 * Fans who leave, by one address: the button of a mail program (RFC 8058) is pressed by the provider, from a few addresses
 * for all of its people after a letter, and none of them may be refused.
 */
const UNSUBSCRIBE_RATE = { burst: 1_000, perSecond: 20 };
/** Reports of what was looked at, by one address: those of a car park together, and none may use up its sign-ups. */
const EVENT_RATE = { burst: 120, perSecond: 10 };
/** Questions and changes of the store by one address; both come as POST. Reads that were answered before cost little. */
const STORE_RATE = { burst: 300, perSecond: 20 };
/** Changes by everybody together. */
const TOTAL_CHANGE_RATE = { burst: 2_000, perSecond: 500 };
/** Sessions gone on with by one address: several people and tabs behind it wake up at once. */
const REFRESH_RATE = { burst: 60, perSecond: 1 };

/** Limits that something else than a path has to ask. */
export type Limits = {
  /** Of the store's endpoint, for answers that are given before the routes. */
  storeRequests: Pick<RateLimit, "hasLeft"> & ((key: string) => ReturnType<RateLimit>);
  /** Of joining the list, by whichever form; absent where limits are off. */
  signUps?: SignUpLimit;
};

/**
 * Puts limits on rate before the routes.
 *
 * @param options.now milliseconds on a clock that never goes back
 */
export function limitRates(
  app: Hono<Environment>,
  { limits, auth, now = () => performance.now() }: { limits: boolean; auth: AuthService; now?: () => number },
): Limits {
  if (!limits) return { storeRequests: Object.assign(() => ({ ok: true }) as const, { hasLeft: () => true }) };
  const changes = createRateLimit(CHANGE_RATE, now);
  const reads = createRateLimit(READ_RATE, now);
  const allChanges = createRateLimit(TOTAL_CHANGE_RATE, now);
  const limitTo = (changesOfOne: RateLimit) =>
    limitBy(({ req, env }) => {
      const { method, path } = req;
      // Stripe's messages come in rushes from few addresses; each without its signature is refused at no cost.
      const isRead = ((method === "GET" || method === "HEAD") && path !== VISIT_PATH) || path === STRIPE_WEBHOOK_PATH;
      const own = isRead ? reads(env.key) : changesOfOne(env.key);
      return own.ok && !isRead ? allChanges("everybody") : own;
    });
  const limit = limitTo(changes);
  // A move of a whole list is one client's work, and the owner's own; what checks its key is limited as reads are.
  const moves = new WeakMap<Request, Promise<boolean>>();
  const isMove = ({ req, env }: Context<Environment>) => {
    const known = moves.get(req.raw) ?? bringsServiceKey(req.header("apikey"), req.header("authorization"), env.key);
    moves.set(req.raw, known);
    return known;
  };
  async function bringsServiceKey(apikey: string | undefined, authorization: string | undefined, client: string) {
    if (!looksLikeService(authorization) || !reads(client).ok) return false;
    const found = await auth.identify({ apikey, authorization });
    return found.ok && found.caller.role === "service";
  }
  app.use("/rest/*", unless(isMove, limit));
  for (const path of LIMITED_PATHS) app.use(path, limit);
  // The path without an end is matched too.
  app.use(`${UNSUBSCRIBE_PATH}/*`, limitTo(createRateLimit(UNSUBSCRIBE_RATE, now)));

  const events = createRateLimit(EVENT_RATE, now);
  app.use(
    "/analytics/*",
    limitBy(({ env }) => events(env.key)),
  );

  const storeRequests = createRateLimit(STORE_RATE, now);
  app.use(
    "/api/*",
    limitBy(({ env }) => storeRequests(env.key), { code: "throttled" }),
  );

  const refreshes = createRateLimit(REFRESH_RATE, now);
  // A client takes any 4xx for the end of its session, and a 503 for trouble that passes.
  const limitRefreshes = limitBy(({ env }) => refreshes(env.key), { status: 503 });
  app.use("/auth/*", async (c, next) => {
    const grant = c.req.path === "/auth/v1/token" ? c.req.query("grant_type") : undefined;
    // The auth service limits these itself: it knows a browser that signed in before from a stranger at its address.
    if (grant === "password") return next();
    return grant === "refresh_token" ? limitRefreshes(c, next) : limit(c, next);
  });

  return { storeRequests, signUps: createSignUpLimit(now) };
}

/** Whether a token says of itself that it is a service key: not believed, but worth a look at its signature. */
function looksLikeService(authorization: string | undefined): boolean {
  const [, claims = ""] = authorization?.split(".") ?? [];
  return Buffer.from(claims, "base64url").toString("latin1").includes('"service_role"');
}

/** Spares some requests a limit. */
function unless(
  isSpared: (c: Context<Environment>) => Promise<boolean>,
  limit: MiddlewareHandler<Environment>,
): MiddlewareHandler<Environment> {
  return async (c, next) => ((await isSpared(c)) ? next() : limit(c, next));
}

/** Lets a request through, or says when to come back, in the words of its wire. */
function limitBy(
  resultOf: (c: Context<Environment>) => ReturnType<RateLimit>,
  refusal: { status?: 429 | 503; code?: string } = {},
): MiddlewareHandler<Environment> {
  const { status = 429, code = "over_request_rate_limit" } = refusal;
  return async (c, next) => {
    const verdict = resultOf(c);
    if (verdict.ok) return next();
    c.header("Retry-After", String(verdict.retryAfterSeconds));
    return answerError(c, status, code, "Too many requests. Please wait a moment.");
  };
}

/** Refuses bodies that are larger than any that a service takes. */
export function limitBodies(): MiddlewareHandler {
  return limitBody(MAX_BODY_BYTES, (c) => {
    const code = c.req.path.startsWith("/rest/") ? "PGRST102" : "validation_failed";
    return answerError(c, 413, code, `A body may have ${MAX_BODY_BYTES} bytes at most.`);
  });
}
