import * as v from "valibot";
import type { DataFile } from "../../../data/data-file.ts";
import { type Session, unixSeconds } from "./sessions.ts";
import { ALGORITHM, type SigningKeys, type VerifyingKey } from "./signing-keys.ts";
import { appMetadataOf, type User } from "./users.ts";

/** Life of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 60 * 60;
/** Life of the anonymous key, in seconds: ten years, it stands in every page. */
const ANONYMOUS_KEY_SECONDS = 10 * 365 * 24 * 60 * 60;
/** Life of a service key, in seconds: a move takes minutes, and whoever holds one has the whole list. */
const SERVICE_KEY_SECONDS = 24 * 60 * 60;
/** Verified tokens to remember: more than the people who administer one site have at a time. */
const REMEMBERED_TOKENS = 500;

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

/** What a token says. Whether its session still goes on is for the data file to say. */
export type Claims = v.InferOutput<typeof claimsSchema>;

/** Outcome of checking a token. */
type Verification = { ok: true; claims: Claims } | { ok: false; reason: "invalid-token" | "expired-token" };

/** Signs and checks the tokens of one site. */
export interface Tokens {
  issueAnonymousKey(): Promise<{ kid: string; token: string }>;
  /** Makes a key that moves the list. It ends after a day, and at once when the signing keys are changed. */
  issueServiceKey(): Promise<string>;
  /** Source of the claims: Supabase Auth, "JWT claims reference". */
  issueAccessToken(user: User, session: Session): Promise<string>;
  /** Remembers what it verified, so that a signature is worked out once for each token. */
  verify(token: string): Promise<Verification>;
}

/**
 * jose is loaded with the first signature to make or to check: none is on the way of a start or of a visitor.
 *
 * @param issuer `https://…/auth/v1`; not checked, since no other site has these keys and a site may change its address
 */
export function createTokens(keys: SigningKeys, issuer: string, clock: () => Date): Tokens {
  const remembered = new Map<string, Claims>();

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
      // The anonymous key opens nothing, and pages that carry an early one may be kept for long.
      if (claims.output.role === "authenticated" && !maySignIn(key, clock())) {
        return { ok: false, reason: "expired-token" };
      }
      if (claims.output.role === "service_role") {
        // Never remembered: with its signing key it ends at once.
        return key.retiredAt === undefined
          ? { ok: true, claims: claims.output }
          : { ok: false, reason: "expired-token" };
      }
      remember(token, claims.output);
      return { ok: true, claims: claims.output };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { ok: false, reason: "expired-token" };
      // jose throws a TypeError for text that has not even the form of a token.
      if (error instanceof errors.JOSEError || error instanceof TypeError)
        return { ok: false, reason: "invalid-token" };
      throw error;
    }
  }

  function remember(token: string, claims: Claims): void {
    const oldest = remembered.size < REMEMBERED_TOKENS ? undefined : remembered.keys().next().value;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(token, claims);
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
      const known = remembered.get(token);
      if (known === undefined) return verifySignature(token);
      if (unixSeconds(clock()) < known.exp) return { ok: true, claims: known };
      remembered.delete(token);
      return { ok: false, reason: "expired-token" };
    },
  };
}

/** Whether an access token that this key signed may still be valid. */
export function maySignIn({ retiredAt }: VerifyingKey, now: Date): boolean {
  return retiredAt === undefined || now.getTime() < retiredAt.getTime() + ACCESS_TOKEN_SECONDS * 1000;
}

/** The public key that browsers carry: the one kept for this address and signing key, made when there is none. */
export async function findOrCreateAnonymousKey(
  data: DataFile,
  { issuer, tokens }: { issuer: string; tokens: Tokens },
): Promise<string> {
  const sql = "SELECT token FROM anonymous_keys JOIN signing_keys USING (kid) WHERE issuer = ? AND retired_at IS NULL";
  const kept = data.read.get<{ token: string }>(sql, issuer);
  if (kept !== undefined) return kept.token;
  const made = await tokens.issueAnonymousKey();
  await data.write((writer) =>
    writer.run(
      "INSERT OR IGNORE INTO anonymous_keys (issuer, kid, token) VALUES (?, ?, ?)",
      issuer,
      made.kid,
      made.token,
    ),
  );
  return made.token;
}
