import * as v from "valibot";

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
