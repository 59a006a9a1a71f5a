import type { Writer } from "../../../../data/statements.ts";
import { hashOf, newSecret } from "../../../shared/secrets.ts";
import { type Cookie, cookieHeader, readCookie } from "../../cookies.ts";
import type { CodeChallenge } from "../flow-states.ts";
import type { VisitSecrets } from "./provider.ts";

/** How long a person may take at the provider, in milliseconds. */
const VISIT_MS = 10 * 60 * 1000;
/**
 * Maximum number of open visits. Anybody may begin one. Beyond the maximum, the client with the most visits loses its
 * oldest.
 */
const MAX_VISITS = 1_000;
/** Binds a visit to the browser that began it. `Lax`, since the browser comes back from another site. */
const VISIT_COOKIE: Cookie = { name: "porchlight-visit", path: "/auth/v1/callback", sameSite: "Lax" };

/** A browser's visit to the provider, and what to do when the browser comes back. */
export type Visit = {
  /** The session that links an identity; without it the visit is a sign-in. */
  sessionId: string | undefined;
  /** Where the browser goes in the end: an address of this site. */
  redirectTo: string;
  codeChallenge: CodeChallenge;
};

/** A visit that begins. */
type NewVisit = Visit & {
  /** The key that limits count by. */
  client: string;
};

type VisitRow = {
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  session_id: string | null;
  redirect_to: string;
  code_challenge: string;
  code_challenge_method: "s256" | "plain";
};

/** Stores a new visit. @returns the parameters for the provider, and the secret of the browser's cookie */
export function beginVisit(writer: Writer, visit: NewVisit, now: Date): VisitSecrets & { browser: string } {
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret(), browser: newSecret() };
  writer.run("DELETE FROM open_id_visits WHERE expires_at <= ?", now.toISOString());
  writer.run(
    `DELETE FROM open_id_visits WHERE (SELECT count(*) FROM open_id_visits) >= ${MAX_VISITS} AND rowid =
       (SELECT min(rowid) FROM open_id_visits GROUP BY client ORDER BY count(*) DESC, min(rowid) LIMIT 1)`,
  );
  writer.run(
    "INSERT INTO open_id_visits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    hashOf(secrets.state),
    hashOf(secrets.browser),
    secrets.nonce,
    secrets.codeVerifier,
    visit.sessionId ?? null,
    visit.redirectTo,
    visit.codeChallenge.challenge,
    visit.codeChallenge.method,
    new Date(now.getTime() + VISIT_MS).toISOString(),
    visit.client,
  );
  return secrets;
}

/**
 * Finds and removes the visit of a browser that comes back. Only the browser that began the visit finds it. Otherwise
 * an attacker could make another person's browser sign in to, or link, the attacker's account. Source: RFC 6749 §10.12.
 */
export function endVisit(
  writer: Writer,
  { state, cookies, publicUrl, now }: { state: string; cookies: string | undefined; publicUrl: string; now: Date },
): { visit: Visit; secrets: VisitSecrets } | undefined {
  const row = writer.get<VisitRow>(
    "DELETE FROM open_id_visits WHERE state_hash = ? AND browser_hash = ? AND expires_at > ? RETURNING *",
    hashOf(state),
    hashOf(readCookie(cookies, VISIT_COOKIE, publicUrl) ?? ""),
    now.toISOString(),
  );
  if (row === undefined) return undefined;
  return {
    visit: {
      sessionId: row.session_id ?? undefined,
      redirectTo: row.redirect_to,
      codeChallenge: { challenge: row.code_challenge, method: row.code_challenge_method },
    },
    secrets: { state, nonce: row.nonce, codeVerifier: row.code_verifier },
  };
}

/** The `Set-Cookie` header that binds a visit to its browser. */
export function visitCookieHeader(secret: string, publicUrl: string): string {
  return cookieHeader(VISIT_COOKIE, secret, VISIT_MS / 1000, publicUrl);
}

/** The `Set-Cookie` header that removes it. */
export function noVisitCookieHeader(publicUrl: string): string {
  return cookieHeader(VISIT_COOKIE, "", 0, publicUrl);
}
