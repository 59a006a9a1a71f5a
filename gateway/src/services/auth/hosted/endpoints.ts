import { AuthError, CLOSED_ENDPOINTS, type ClosedEndpoint, validationFailed } from "../auth-error.ts";
import type { AuthRequest } from "../contract.ts";

/** A request that may be passed on. */
export type Passed = {
  /** Whether the request needs the public key. A browser that follows a link or a redirect sends none. */
  needsKey: boolean;
  /** The kind of secret that this request could guess, if any. */
  guess?: "password" | "email-code" | "factor" | "grant";
  /** Whether the request asks for an email for a forgotten password. */
  isRecovery?: boolean;
  /**
   * Whether a successful request proves that the client knew the secret. A request for an email proves nothing, and
   * neither does a change without a password.
   */
  isProof?: boolean;
  /** Whether the request opens a challenge of a second step. The provider accepts 15 of these a minute in all. */
  isChallenge?: boolean;
  /** Whether the request asks for a session. */
  isGrant?: boolean;
  /** Whether the request changes the account itself, for which it needs the current password. */
  isAccountChange?: boolean;
  /** Whether the request changes the rights of existing tokens. */
  changesRights?: boolean;
};

/** The id of a factor or an identity in a path. */
const ID = "[\\da-fA-F-]{36}";
const GRANTS = new Set(["password", "refresh_token", "pkce"]);

/** All endpoints that the site's sign-in needs. */
const PASSED: readonly (Passed & { method: string; path: RegExp })[] = [
  { method: "POST", path: /^token$/, needsKey: true, isGrant: true },
  { method: "POST", path: /^logout$/, needsKey: true, changesRights: true },
  { method: "GET", path: /^user$/, needsKey: true },
  { method: "PUT", path: /^user$/, needsKey: true, guess: "password", isAccountChange: true, changesRights: true },
  { method: "POST", path: /^recover$/, needsKey: true, isRecovery: true },
  { method: "POST", path: /^verify$/, needsKey: true, guess: "email-code" },
  { method: "GET", path: /^verify$/, needsKey: false, guess: "email-code" },
  { method: "POST", path: /^factors$/, needsKey: true },
  { method: "DELETE", path: new RegExp(`^factors/${ID}$`), needsKey: true, changesRights: true },
  { method: "POST", path: new RegExp(`^factors/${ID}/challenge$`), needsKey: true, isChallenge: true },
  {
    method: "POST",
    path: new RegExp(`^factors/${ID}/verify$`),
    needsKey: true,
    guess: "factor",
    isProof: true,
    changesRights: true,
  },
  { method: "GET", path: /^authorize$/, needsKey: false },
  { method: "GET", path: /^user\/identities\/authorize$/, needsKey: true },
  { method: "DELETE", path: new RegExp(`^user/identities/${ID}$`), needsKey: true },
  { method: "GET", path: /^settings$/, needsKey: true },
  { method: "GET", path: /^health$/, needsKey: true },
  { method: "GET", path: /^\.well-known\/jwks\.json$/, needsKey: false },
];

const CLOSED: readonly (ClosedEndpoint & { path: RegExp })[] = [
  { path: /^signup$/, ...CLOSED_ENDPOINTS.signUp },
  { path: /^(otp|magiclink)$/, ...CLOSED_ENDPOINTS.email },
  { path: /^resend$/, ...CLOSED_ENDPOINTS.resend },
  { path: /^invite$/, ...CLOSED_ENDPOINTS.invite },
  { path: /^sso(\/|$)/, ...CLOSED_ENDPOINTS.sso },
  { path: /^admin(\/|$)/, ...CLOSED_ENDPOINTS.admin },
];

/**
 * Finds the rules for a request that may be passed on.
 *
 * @throws {AuthError} when the request may not be passed on
 */
export function passedAs({ method, path, query }: Pick<AuthRequest, "method" | "path" | "query">): Passed {
  const closed = CLOSED.find((one) => one.path.test(path));
  if (closed) throw new AuthError(closed.status, closed.code, closed.message);
  const endpoints = PASSED.filter((one) => one.path.test(path));
  if (endpoints.length === 0) throw new AuthError(404, "not_found", "There is no such endpoint.");
  const passed = endpoints.find((one) => one.method === method || (method === "HEAD" && one.method === "GET"));
  if (passed === undefined) {
    const allow = [...endpoints.map((one) => one.method), "OPTIONS"].join(", ");
    throw new AuthError(405, "method_not_allowed", "This endpoint takes another method.", {
      headers: { Allow: allow },
    });
  }
  if (!passed.isGrant) return passed;
  const grant = new URLSearchParams(query).get("grant_type") ?? "";
  // The other grants create accounts.
  if (!GRANTS.has(grant)) throw validationFailed("unsupported_grant_type");
  // Wrong tokens would use up the provider's limit for all clients together.
  return { ...passed, guess: grant === "password" ? "password" : "grant", isProof: true };
}
