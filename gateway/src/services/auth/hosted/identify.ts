import { createHash } from "node:crypto";
import * as v from "valibot";
import { createLruCache } from "../../../lib/lru-cache.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { DEFAULT_RETRY_S, retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import { createSingleFlight } from "../../../lib/single-flight.ts";
import { bearerToken, type Identification, type Identify } from "../../shared/caller.ts";
import {
  codeOf,
  type HostedProject,
  keysFor,
  readJsonBody,
  unexpectedResponse,
} from "../../shared/supabase-project.ts";

/**
 * How long a valid token is cached, in milliseconds. When a session ends at the provider, its token may work here for
 * up to this time.
 */
const GOOD_MS = 30_000;
/** How long an invalid token is cached, in milliseconds, so that repeated attempts do not cause a request each time. */
const BAD_MS = 5_000;
/** Maximum number of tokens in the cache. */
const CACHE_MAX = 1_000;
/** Maximum size of an account's body, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

const userSchema = v.object({
  id: v.string(),
  email: v.nullish(v.string(), ""),
  app_metadata: v.nullish(v.looseObject({ role: v.optional(v.unknown()) }), {}),
  factors: v.nullish(v.array(v.object({ status: v.string() })), []),
});

type User = v.InferOutput<typeof userSchema>;
type Rejection = Extract<Identification, { ok: false }>["reason"];
type CachedIdentification = { until: number; identification: Identification };

/** Asks the provider who the caller with a token is, and caches the result. */
type HostedIdentify = {
  /** @throws {ProviderError} when the provider cannot be reached; clients stay signed in */
  identify: Identify;
  /** Empties the cache, because rights may have changed. */
  forget: () => void;
};

type HostedIdentifyOptions = {
  project: HostedProject;
  /** The wall clock, which decides whether a token has expired. */
  clock: () => Date;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
};

/**
 * The provider checks each token with `GET /auth/v1/user`, because only the provider knows whether the session still
 * exists. The gateway reads a token's claims only after that.
 */
export function createHostedIdentify({ project, clock, now }: HostedIdentifyOptions): HostedIdentify {
  const { provider, anonymousKey } = project;
  let cached = createLruCache<CachedIdentification>({ entries: CACHE_MAX });
  let pending = createSingleFlight<Identification>();

  async function checkWithProvider(token: string, claims: Claims): Promise<Identification> {
    const answer = await provider.ask({
      method: "GET",
      path: "/auth/v1/user",
      headers: { accept: "application/json", ...keysFor(project, `Bearer ${token}`) },
    });
    const body = await readJsonBody(provider, answer, MAX_BODY_BYTES);
    if (answer.status === 200) {
      const user = v.safeParse(userSchema, body);
      if (!user.success || user.output.id !== claims.sub) throw unexpectedResponse(provider);
      return { ok: true, caller: personOf(user.output, claims) };
    }
    const reason = reasonOf(answer, body, claims);
    if (reason !== undefined) return { ok: false, reason };
    // Our own key is wrong, or the provider has an error. The token may still be valid.
    const seconds = retryAfterSeconds(answer.headers) ?? DEFAULT_RETRY_S;
    throw new ProviderError("unwell", `${provider.name} could not check a token (${answer.status}).`, seconds);
  }

  function reasonOf({ status }: Response, body: unknown, { exp }: Claims): Rejection | undefined {
    const code = codeOf(body);
    const isRejected = status === 403 || status === 404 || (status === 401 && code === "bad_jwt");
    if (!isRejected || code === undefined) return undefined;
    if (code !== "bad_jwt") return "ended-session";
    return exp * 1_000 <= clock().getTime() ? "expired-token" : "invalid-token";
  }

  /** Returns the result for a token. Simultaneous requests share one request to the provider. */
  async function checkToken(token: string, claims: Claims): Promise<Identification> {
    const key = createHash("sha256").update(token).digest("base64");
    const earlier = cached.find(key);
    const hasExpired = claims.exp * 1_000 <= clock().getTime();
    // A token that was valid and has expired meanwhile is checked again.
    if (earlier && earlier.until > now() && !(earlier.identification.ok && hasExpired)) return earlier.identification;
    // `forget` replaces the cache. A request that began earlier stores its result in the old cache, not in the new one.
    const cache = cached;
    return pending.run(key, async () => {
      const identification = await checkWithProvider(token, claims);
      cache.store(key, { until: now() + (identification.ok ? GOOD_MS : BAD_MS), identification });
      return identification;
    });
  }

  return {
    async identify({ apikey, authorization }) {
      if (!apikey) return { ok: false, reason: "missing-key" };
      if (apikey !== anonymousKey) return { ok: false, reason: "unknown-key" };
      const token = bearerToken(authorization);
      if (token === undefined || token === anonymousKey) return { ok: true, caller: { role: "anonymous" } };
      // The gateway rejects text that cannot be a person's token without asking the provider.
      const claims = claimsOf(token);
      return claims === undefined ? { ok: false, reason: "invalid-token" } : checkToken(token, claims);
    },
    forget() {
      cached = createLruCache({ entries: CACHE_MAX });
      pending = createSingleFlight();
    },
  };
}

function personOf({ id, email, app_metadata, factors }: User, { aal, session_id }: Claims) {
  const isAdmin = app_metadata?.role === "admin";
  const hasPassedAll = aal === "aal2" || !factors?.some(({ status }) => status === "verified");
  return {
    role: "authenticated",
    admin: isAdmin && hasPassedAll,
    needsSecondStep: isAdmin && !hasPassedAll,
    userId: id,
    email: email ?? "",
    sessionId: session_id,
  } as const;
}

/** Maximum length of a token that is parsed, in characters. */
const TOKEN_MAX_LENGTH = 8_192;

const claimsSchema = v.object({
  sub: v.string(),
  exp: v.number(),
  aal: v.optional(v.string(), "aal1"),
  session_id: v.optional(v.string(), ""),
  // How the session was opened. A claim in another form is ignored, and the token stays valid.
  amr: v.fallback(v.array(v.object({ method: v.string(), timestamp: v.number() })), []),
});

/** Claims of the provider's access tokens. */
export type Claims = v.InferOutput<typeof claimsSchema>;

/** Reads the claims of a token without verifying it; undefined if it is not a person's token. Source: RFC 7519 §3. */
export function claimsOf(token: string): Claims | undefined {
  if (token.length > TOKEN_MAX_LENGTH) return undefined;
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const parsed = v.safeParse(claimsSchema, JSON.parse(Buffer.from(payload, "base64url").toString()));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
