import { createHmac } from "node:crypto";
import type { Reader, Writer } from "../../../data/statements.ts";
import { hasPassed } from "../../../lib/has-passed.ts";
import { hashOf, newSecret } from "../../shared/secrets.ts";

/**
 * How long a used token is accepted again, in milliseconds, because two tabs may refresh at the same time.
 * Source: Supabase Auth, `refresh_token_reuse_interval` of the hosted platform.
 */
const REUSE_INTERVAL_MS = 10_000;
/** Maximum number of tokens stored for each session, which are needed to detect a used token. */
const MAX_STORED_TOKENS = 200;

type TokenRow = {
  id: number;
  session_id: string;
  parent_id: number | null;
  seed: string | null;
  token_hash: string;
  used_at: string | null;
};

/** Result of exchanging a refresh token. */
type Rotation =
  | { status: "rotated"; sessionId: string; refreshToken: string }
  | { status: "unknown" }
  /** A token that does not derive from this one has replaced the session's tokens. */
  | { status: "overtaken"; sessionId: string }
  /** Somebody copied the token: the session must end. */
  | { status: "stolen"; sessionId: string };

/** Stores the first token of a session. @returns the token */
export function addFirstToken(writer: Writer, sessionId: string, now: Date): string {
  const token = newSecret();
  insert(writer, { sessionId, parentId: null, seed: null, token, now });
  return token;
}

/**
 * Replaces the newest token of a session by one that does not derive from it. A client that has an earlier token has
 * not passed the new proof, so it must not get the new rights.
 *
 * @returns the new token
 */
export function addTokenAfter(writer: Writer, sessionId: string, now: Date): string {
  const newest = newestOf(writer, sessionId);
  if (newest) markUsed(writer, newest.id, now);
  const token = newSecret();
  insert(writer, { sessionId, parentId: newest?.id ?? null, seed: null, token, now });
  return token;
}

/**
 * Exchanges a token for the next one. A used token is accepted again within the reuse interval. It is also accepted as
 * long as its next token is the newest one, because then the response was lost. The client gets the same next token,
 * which is derived again from the old one, so that tabs can share a session. A token from before {@link addTokenAfter}
 * has no next token. Within the interval, such a request is only rejected.
 */
export function rotate(writer: Writer, token: string, now: Date): Rotation {
  const row = writer.get<TokenRow>("SELECT * FROM refresh_tokens WHERE token_hash = ?", hashOf(token));
  if (row === undefined) return { status: "unknown" };
  const sessionId = row.session_id;
  if (row.used_at === null) {
    markUsed(writer, row.id, now);
    return { status: "rotated", sessionId, refreshToken: addChild(writer, row, token, now) };
  }
  const isRecent = !hasPassed(Date.parse(row.used_at), now.getTime(), REUSE_INTERVAL_MS);
  if (newestOf(writer, sessionId)?.parent_id !== row.id && !isRecent) return { status: "stolen", sessionId };
  const refreshToken = newestFrom(writer, row, token);
  if (refreshToken === undefined) return { status: isRecent ? "overtaken" : "stolen", sessionId };
  return { status: "rotated", sessionId, refreshToken };
}

/** @returns the newest token of the session, if it derives from this one */
function newestFrom(reader: Reader, from: TokenRow, token: string): string | undefined {
  let current = { id: from.id, token };
  for (;;) {
    const child = reader.get<TokenRow>(
      "SELECT * FROM refresh_tokens WHERE session_id = ? AND parent_id = ? ORDER BY id DESC LIMIT 1",
      from.session_id,
      current.id,
    );
    if (child === undefined || child.seed === null) return undefined;
    current = { id: child.id, token: deriveToken(current.token, child.seed) };
    if (child.used_at === null) return current.token;
  }
}

function addChild(writer: Writer, parent: TokenRow, parentToken: string, now: Date): string {
  const seed = newSecret();
  const token = deriveToken(parentToken, seed);
  insert(writer, { sessionId: parent.session_id, parentId: parent.id, seed, token, now });
  writer.run(
    `DELETE FROM refresh_tokens WHERE session_id = ? AND id <=
       (SELECT id FROM refresh_tokens WHERE session_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${MAX_STORED_TOKENS})`,
    parent.session_id,
    parent.session_id,
  );
  return token;
}

/** Deriving needs two things: the seed, which never leaves the file, and the parent token, which is not in the file. */
function deriveToken(parentToken: string, seed: string): string {
  return createHmac("sha256", parentToken).update(seed).digest("base64url");
}

function newestOf(reader: Reader, sessionId: string): TokenRow | undefined {
  return reader.get<TokenRow>("SELECT * FROM refresh_tokens WHERE session_id = ? ORDER BY id DESC LIMIT 1", sessionId);
}

function markUsed(writer: Writer, id: number, now: Date): void {
  writer.run("UPDATE refresh_tokens SET used_at = ? WHERE id = ? AND used_at IS NULL", now.toISOString(), id);
}

function insert(
  writer: Writer,
  token: { sessionId: string; parentId: number | null; seed: string | null; token: string; now: Date },
): void {
  writer.run(
    "INSERT INTO refresh_tokens (session_id, parent_id, seed, token_hash, created_at) VALUES (?, ?, ?, ?, ?)",
    token.sessionId,
    token.parentId,
    token.seed,
    hashOf(token.token),
    token.now.toISOString(),
  );
}
