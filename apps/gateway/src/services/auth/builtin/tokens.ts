import { errors, jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { Caller } from "../../caller.ts";
import { ALGORITHM, type SigningKeys } from "./signing-keys.ts";

/** Life of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 60 * 60;
/** Life of the anonymous key, in seconds: ten years, it stands in every page. */
const ANONYMOUS_KEY_SECONDS = 10 * 365 * 24 * 60 * 60;
/** Verified tokens to remember: more than the people who administer one site have at a time. */
const REMEMBERED_TOKENS = 500;

/** Who an access token is for. */
export type Person = {
  userId: string;
  email: string;
  admin: boolean;
  sessionId: string;
};

/** What a token says once it was checked. */
export type Verification = { ok: true; caller: Caller } | { ok: false; reason: "invalid-token" | "expired-token" };

const claimsSchema = v.variant("role", [
  v.object({ role: v.literal("anon"), exp: v.number() }),
  v.object({
    role: v.literal("authenticated"),
    exp: v.number(),
    sub: v.string(),
    email: v.string(),
    session_id: v.string(),
    app_metadata: v.object({ role: v.optional(v.string()) }),
  }),
]);

/** Signs and checks the tokens of one site. */
export interface Tokens {
  issueAnonymousKey(): Promise<string>;
  issueAccessToken(person: Person): Promise<string>;
  /** Remembers what it verified, so that a signature is worked out once for each token. */
  verify(token: string): Promise<Verification>;
}

/** @param issuer `https://…/auth/v1`; not checked, since no other site has these keys and a site may change its address */
export function createTokens(keys: SigningKeys, issuer: string, clock: () => Date): Tokens {
  const remembered = new Map<string, { caller: Caller; expiresAtMs: number }>();

  function sign(claims: Record<string, unknown>, seconds: number): Promise<string> {
    const now = Math.floor(clock().getTime() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: keys.kid, typ: "JWT" })
      .setIssuer(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(keys.privateKey);
  }

  async function verifySignature(token: string): Promise<Verification> {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = keys.publicKeys.get(kid ?? "");
          if (key === undefined) throw new errors.JWKSNoMatchingKey();
          return key;
        },
        { algorithms: [ALGORITHM], currentDate: clock() },
      );
      const claims = v.safeParse(claimsSchema, payload);
      if (!claims.success) return { ok: false, reason: "invalid-token" };
      const caller = callerOf(claims.output);
      remember(token, { caller, expiresAtMs: claims.output.exp * 1000 });
      return { ok: true, caller };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { ok: false, reason: "expired-token" };
      if (error instanceof errors.JOSEError) return { ok: false, reason: "invalid-token" };
      throw error;
    }
  }

  function remember(token: string, verified: { caller: Caller; expiresAtMs: number }): void {
    const oldest = remembered.size < REMEMBERED_TOKENS ? undefined : remembered.keys().next().value;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(token, verified);
  }

  return {
    issueAnonymousKey: () => sign({ role: "anon" }, ANONYMOUS_KEY_SECONDS),
    issueAccessToken({ userId, email, admin, sessionId }) {
      const seconds = Math.floor(clock().getTime() / 1000);
      const claims = {
        sub: userId,
        aud: "authenticated",
        role: "authenticated",
        email,
        phone: "",
        app_metadata: admin ? { provider: "email", role: "admin" } : { provider: "email" },
        user_metadata: {},
        aal: "aal1",
        amr: [{ method: "password", timestamp: seconds }],
        session_id: sessionId,
        is_anonymous: false,
      };
      return sign(claims, ACCESS_TOKEN_SECONDS);
    },
    async verify(token) {
      const known = remembered.get(token);
      if (known === undefined) return verifySignature(token);
      if (clock().getTime() < known.expiresAtMs) return { ok: true, caller: known.caller };
      remembered.delete(token);
      return { ok: false, reason: "expired-token" };
    },
  };
}

function callerOf(claims: v.InferOutput<typeof claimsSchema>): Caller {
  if (claims.role === "anon") return { role: "anonymous" };
  return {
    role: "authenticated",
    admin: claims.app_metadata.role === "admin",
    needsSecondStep: false,
    userId: claims.sub,
    email: claims.email,
    sessionId: claims.session_id,
  };
}
