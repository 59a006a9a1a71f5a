import { createHash } from "node:crypto";
import * as v from "valibot";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { DEFAULT_RETRY_S, retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import { bearerToken, type Identification, type Identify } from "../../shared/caller.ts";
import { codeOf, type HostedProject, keysFor, notInItsWords, readJsonBody } from "../../shared/supabase-project.ts";

/** How long the provider's word on a token holds, in milliseconds: a session that it ended ends here so much later. */
const GOOD_MS = 30_000;
/** The same for a refusal: long enough that a client which tries again and again asks nobody. */
const BAD_MS = 5_000;
/** Tokens whose cached are kept. */
const CACHE_MAX = 1_000;
/** Largest account that is read, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

const userSchema = v.object({
  id: v.string(),
  email: v.nullish(v.string(), ""),
  app_metadata: v.nullish(v.looseObject({ role: v.optional(v.unknown()) }), {}),
  factors: v.nullish(v.array(v.object({ status: v.string() })), []),
});

type User = v.InferOutput<typeof userSchema>;
type Refused = Extract<Identification, { ok: false }>["reason"];
type CachedIdentification = { until: number; identification: Identification };

/** Says who asks, by what the provider says of a token, and what is remembered of that. */
type HostedIdentify = {
  /** @throws {ProviderError} when the provider could not be asked: then nobody is signed out for it */
  identify: Identify;
  /** Forgets what the provider said, since some of it may hold no more. */
  forget: () => void;
};

/** What it takes to tell. */
type HostedIdentifyOptions = {
  project: HostedProject;
  /** The time of day, by which tokens run out. */
  clock: () => Date;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
};

/**
 * Tokens are judged by the provider itself, which alone knows whether their sessions go on, whatever they were signed
 * with: `GET /auth/v1/user`. Only what it took is read here.
 */
export function createHostedIdentify({ project, clock, now }: HostedIdentifyOptions): HostedIdentify {
  const { provider, anonymousKey } = project;
  // A Map keeps the order of insertion: the first is the oldest.
  let cached = new Map<string, CachedIdentification>();
  let pending = new Map<string, Promise<Identification>>();

  async function askProvider(token: string, claims: Claims): Promise<Identification> {
    const answer = await provider.ask({
      method: "GET",
      path: "/auth/v1/user",
      headers: { accept: "application/json", ...keysFor(project, `Bearer ${token}`) },
    });
    const body = await readJsonBody(provider, answer, MAX_BODY_BYTES);
    if (answer.status === 200) {
      const user = v.safeParse(userSchema, body);
      if (!user.success || user.output.id !== claims.sub) throw notInItsWords(provider);
      return { ok: true, caller: personOf(user.output, claims) };
    }
    const reason = reasonOf(answer, body, claims);
    if (reason !== undefined) return { ok: false, reason };
    // Our own key is wrong, or it has trouble: neither says anything about whoever signed in.
    const seconds = retryAfterSeconds(answer.headers) ?? DEFAULT_RETRY_S;
    throw new ProviderError("unwell", `${provider.name} could not say who asks (${answer.status}).`, seconds);
  }

  function reasonOf({ status }: Response, body: unknown, { exp }: Claims): Refused | undefined {
    const word = codeOf(body);
    const isRefused = status === 403 || status === 404 || (status === 401 && word === "bad_jwt");
    if (!isRefused || word === undefined) return undefined;
    if (word !== "bad_jwt") return "ended-session";
    return exp * 1_000 <= clock().getTime() ? "expired-token" : "invalid-token";
  }

  /** The verdict on a token, asked for once however many wait for it. */
  async function checkToken(token: string, claims: Claims): Promise<Identification> {
    const key = createHash("sha256").update(token).digest("base64");
    const known = cached.get(key);
    const hasRunOut = claims.exp * 1_000 <= clock().getTime();
    // One that was good and has run out meanwhile is asked about again.
    if (known && known.until > now() && !(known.identification.ok && hasRunOut)) return known.identification;
    const asked = pending.get(key);
    if (asked) return asked;
    const [toBeKeptIn, ofNow] = [cached, pending];
    const question = askProvider(token, claims).then((identification) => {
      keep(toBeKeptIn, key, { until: now() + (identification.ok ? GOOD_MS : BAD_MS), identification });
      return identification;
    });
    ofNow.set(key, question);
    return question.finally(() => ofNow.delete(key));
  }

  return {
    async identify({ apikey, authorization }) {
      if (!apikey) return { ok: false, reason: "missing-key" };
      if (apikey !== anonymousKey) return { ok: false, reason: "unknown-key" };
      const token = bearerToken(authorization);
      if (token === undefined || token === anonymousKey) return { ok: true, caller: { role: "anonymous" } };
      // What is no token of a person's at all is not worth the provider's time.
      const claims = claimsOf(token);
      return claims === undefined ? { ok: false, reason: "invalid-token" } : checkToken(token, claims);
    },
    forget() {
      // Answers under way were asked for before.
      cached = new Map();
      pending = new Map();
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

function keep(cached: Map<string, CachedIdentification>, key: string, verdict: CachedIdentification): void {
  // Set again, it is the newest.
  cached.delete(key);
  cached.set(key, verdict);
  for (const oldest of cached.keys()) {
    if (cached.size <= CACHE_MAX) break;
    cached.delete(oldest);
  }
}

/** Longest token that is looked into, in characters; a request's head holds no more than twice of it. */
const TOKEN_MAX_LENGTH = 8_192;

const claimsSchema = v.object({
  sub: v.string(),
  exp: v.number(),
  aal: v.optional(v.string(), "aal1"),
  session_id: v.optional(v.string(), ""),
  // How the session was opened. What is in another form says nothing of it, and nobody is kept out for that.
  amr: v.fallback(v.array(v.object({ method: v.string(), timestamp: v.number() })), []),
});

/** What an access token of the provider says. */
export type Claims = v.InferOutput<typeof claimsSchema>;

/** What a token says of itself, unproven; undefined for what is no token of a person. Source: RFC 7519 §3. */
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
