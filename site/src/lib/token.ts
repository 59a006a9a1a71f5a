/** What the desk reads in its own access token. Source: RFC 7519; names as Supabase Auth has them. */
export type TokenClaims = { sessionId: string; aal: string };

/**
 * Reads an access token that our own gateway gave us. The signature is the gateway's to check.
 *
 * @throws {Error} when it is no JSON Web Token
 */
export function readToken(token: string): TokenClaims {
  const payload = token.split(".")[1];
  if (!payload) throw new Error("An access token has three parts");
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof claims !== "object" || claims === null) throw new Error("An access token holds an object");
  return {
    sessionId: "session_id" in claims ? String(claims.session_id) : "",
    aal: "aal" in claims ? String(claims.aal) : "aal1",
  };
}
