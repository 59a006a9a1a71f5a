import * as v from "valibot";
import type { DataFile } from "../../../data/data-file.ts";
import { createLruCache } from "../../../lib/lru-cache.ts";
import { type Session, unixSeconds } from "./sessions.ts";
import { ALGORITHM, type SigningKeys, type VerifyingKey } from "./signing-keys.ts";
import { appMetadataOf, type User } from "./users.ts";

/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 60 * 60;
/** Lifetime of the anonymous key, in seconds: ten years, because it is in every page. */
const ANONYMOUS_KEY_SECONDS = 10 * 365 * 24 * 60 * 60;
/** Lifetime of a service key, in seconds: a move takes minutes, and a service key can read the whole list. */
const SERVICE_KEY_SECONDS = 24 * 60 * 60;
/** Maximum number of verified tokens in the cache: more than the administrators of one site have. */
const MAX_CACHED_TOKENS = 500;

const claimsSchema = v.variant("role", [
  v.object({ role: v.literal("anon"), exp: v.number() }),
  v.object({ role: v.literal("service_role"), exp: v.number() }),
  v.object({
    role: v.literal("authenticated"),
    exp: v.number(),
    sub: v.string(),
    session_id: v.string(),
    aal: v.picklist(["aal1", "aal2"]),
  }),
]);

/** Claims of a token. Whether its session still exists is read from the data file. */
export type Claims = v.InferOutput<typeof claimsSchema>;

/** Result of checking a token. */
type Verification = { ok: true; claims: Claims } | { ok: false; reason: "invalid-token" | "expired-token" };

/** Signs and checks the tokens of one site. */
export interface Tokens {
  issueAnonymousKey(): Promise<{ kid: string; token: string }>;
  /** Creates a key that moves the list. The key ends after a day, or when the signing keys change. */
  issueServiceKey(): Promise<string>;
  /** Source of the claims: Supabase Auth, "JWT claims reference". */
  issueAccessToken(user: User, session: Session): Promise<string>;
  /** Caches verified tokens, so that each signature is checked once. */
  verify(token: string): Promise<Verification>;
}

/**
 * jose is loaded for the first signature, because starts and visitors do not need it.
 *
 * @param issuer `https://…/auth/v1`; not checked, because no other site has these keys and a site may change its
 * address
 */
export function createTokens(keys: SigningKeys, issuer: string, clock: () => Date): Tokens {
  const verified = createLruCache<Claims>({ entries: MAX_CACHED_TOKENS });

  async function sign(claims: Record<string, unknown>, seconds: number): Promise<{ kid: string; token: string }> {
    const { SignJWT } = await import("jose");
    const { kid, privateKey } = await keys.signing();
    const now = unixSeconds(clock());
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
      .setIssuer(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(privateKey);
    return { kid, token };
  }

  async function verifySignature(token: string): Promise<Verification> {
    const { decodeProtectedHeader, errors, jwtVerify } = await import("jose");
    try {
      const key = await keys.verifying(decodeProtectedHeader(token).kid ?? "");
      if (key === undefined) return { ok: false, reason: "invalid-token" };
      const { payload } = await jwtVerify(token, key.publicKey, { algorithms: [ALGORITHM], currentDate: clock() });
      const claims = v.safeParse(claimsSchema, payload);
      if (!claims.success) return { ok: false, reason: "invalid-token" };
      // The anonymous key grants no rights, and pages with an early key may be cached for long.
      if (claims.output.role === "authenticated" && !maySignIn(key, clock())) {
        return { ok: false, reason: "expired-token" };
      }
      if (claims.output.role === "service_role") {
        // Never cached, because it ends at once with its signing key.
        return key.retiredAt === undefined
          ? { ok: true, claims: claims.output }
          : { ok: false, reason: "expired-token" };
      }
      verified.store(token, claims.output);
      return { ok: true, claims: claims.output };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { ok: false, reason: "expired-token" };
      // jose throws a TypeError for text that does not have the form of a token.
      if (error instanceof errors.JOSEError || error instanceof TypeError)
        return { ok: false, reason: "invalid-token" };
      throw error;
    }
  }

  return {
    issueAnonymousKey: () => sign({ role: "anon" }, ANONYMOUS_KEY_SECONDS),
    issueServiceKey: async () => (await sign({ role: "service_role" }, SERVICE_KEY_SECONDS)).token,
    async issueAccessToken(user, { id, aal, amr }) {
      const claims = {
        sub: user.id,
        aud: "authenticated",
        role: "authenticated",
        email: user.email,
        phone: "",
        app_metadata: appMetadataOf(user),
        user_metadata: user.userMetadata,
        aal,
        amr,
        session_id: id,
        is_anonymous: false,
      };
      return (await sign(claims, ACCESS_TOKEN_SECONDS)).token;
    },
    async verify(token) {
      // jose ignores white space in a signature. A token with a second spelling would be checked and cached again.
      if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return { ok: false, reason: "invalid-token" };
      const cached = verified.find(token);
      if (cached === undefined) return verifySignature(token);
      return unixSeconds(clock()) < cached.exp ? { ok: true, claims: cached } : { ok: false, reason: "expired-token" };
    },
  };
}

/** Whether an access token that this key signed may still be valid. */
export function maySignIn({ retiredAt }: VerifyingKey, now: Date): boolean {
  return retiredAt === undefined || now.getTime() < retiredAt.getTime() + ACCESS_TOKEN_SECONDS * 1000;
}

/** Finds the anonymous key for this address and signing key, and creates it when there is none. */
export async function findOrCreateAnonymousKey(
  data: DataFile,
  { issuer, tokens }: { issuer: string; tokens: Tokens },
): Promise<string> {
  const sql = "SELECT token FROM anonymous_keys JOIN signing_keys USING (kid) WHERE issuer = ? AND retired_at IS NULL";
  const stored = data.read.get<{ token: string }>(sql, issuer);
  if (stored !== undefined) return stored.token;
  const issued = await tokens.issueAnonymousKey();
  await data.write((writer) =>
    writer.run(
      "INSERT OR IGNORE INTO anonymous_keys (issuer, kid, token) VALUES (?, ?, ?)",
      issuer,
      issued.kid,
      issued.token,
    ),
  );
  return issued.token;
}
