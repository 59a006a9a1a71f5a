/** Claims of an access token. Source: RFC 7519; names of Supabase Auth. */
type TokenClaims = { sessionId: string; aal: string };

/**
 * Reads the claims of an access token. Only the gateway checks its signature.
 *
 * @throws {Error} if it is not a JSON Web Token
 */
export function readToken(token: string): TokenClaims {
  const payload = token.split(".")[1];
  if (!payload) throw new Error("The access token has no payload");
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof claims !== "object" || claims === null)
    throw new Error("The payload of the access token is not an object");
  return {
    sessionId: "session_id" in claims ? String(claims.session_id) : "",
    aal: "aal" in claims ? String(claims.aal) : "aal1",
  };
}
