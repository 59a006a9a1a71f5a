import { randomUUID } from "node:crypto";
import type { Reader, Writer } from "../../../data/statements.ts";
import { hasPassed } from "../../../lib/has-passed.ts";
import type { Client } from "../../shared/caller.ts";
import { AuthError } from "../auth-error.ts";
import { endFlowStates } from "./flow-states.ts";
import { addFirstToken, addTokenAfter } from "./refresh-tokens.ts";

/** A session ends this many days after its last use. */
const SESSION_IDLE_DAYS = 30;
/** A session ends this many days after its beginning, even if it is used. Source: OWASP ASVS 5.0, 7.3.2. */
const SESSION_DAYS = 90;
/**
 * Maximum number of sessions of one user. Beyond it, the least recently used one ends, first among those that have not
 * passed a second step: somebody with only the password can begin any number of these.
 */
const MAX_SESSIONS = 200;
/** Maximum length of a stored `User-Agent`, in characters. */
export const USER_AGENT_MAX_LENGTH = 300;

/** A sign-in method that a person used. Source: RFC 8176 and Supabase Auth, "amr claim". */
export type AmrEntry = {
  method: "password" | "otp" | "recovery" | "oauth" | SecondStep;
  /** Unix seconds. */
  timestamp: number;
};

/** Methods of a second step. Source: Supabase Auth, "amr claim". */
export type SecondStep = "totp" | "mfa/phone";

/** A session of a user in one browser. Times are ISO 8601, UTC. */
export type Session = {
  /** A UUID. */
  id: string;
  userId: string;
  aal: "aal1" | "aal2";
  /** The latest first. */
  amr: AmrEntry[];
  createdAt: string;
  /** When it began or was last refreshed. */
  lastUsedAt: string;
  address: string;
  userAgent: string;
};

/** A session with its refresh token, of which only the hash is stored. */
export type IssuedSession = { session: Session; refreshToken: string };

type SessionRow = {
  id: string;
  user_id: string;
  aal: "aal1" | "aal2";
  amr: string;
  created_at: string;
  last_used_at: string;
  address: string;
  user_agent: string;
};

/** Finds a session that has not ended. */
export function findSession(reader: Reader, id: string, now: Date): Session | undefined {
  const row = reader.get<SessionRow>(
    "SELECT * FROM sessions WHERE id = ? AND last_used_at > ? AND created_at > ?",
    id,
    daysBefore(now, SESSION_IDLE_DAYS),
    daysBefore(now, SESSION_DAYS),
  );
  return row && toSession(row);
}

/** Sessions of a user that have not ended, the latest used first. */
export function listSessions(reader: Reader, userId: string, now: Date): Session[] {
  return reader
    .all<SessionRow>(
      "SELECT * FROM sessions WHERE user_id = ? AND last_used_at > ? AND created_at > ? ORDER BY last_used_at DESC, id",
      userId,
      daysBefore(now, SESSION_IDLE_DAYS),
      daysBefore(now, SESSION_DAYS),
    )
    .map(toSession);
}

/** Begins a session at `aal1` for a person who has just signed in. */
export function startSession(
  writer: Writer,
  { userId, method, client, now }: { userId: string; method: AmrEntry["method"]; client: Client; now: Date },
): IssuedSession {
  const session: Session = {
    id: randomUUID(),
    userId,
    aal: "aal1",
    amr: [{ method, timestamp: unixSeconds(now) }],
    createdAt: now.toISOString(),
    lastUsedAt: now.toISOString(),
    address: client.address,
    userAgent: client.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
  };
  writer.run(
    "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    session.id,
    userId,
    session.aal,
    JSON.stringify(session.amr),
    session.createdAt,
    session.lastUsedAt,
    session.address,
    session.userAgent,
  );
  writer.run("UPDATE users SET last_sign_in_at = ? WHERE id = ?", now.toISOString(), userId);
  writer.run("DELETE FROM sessions WHERE last_used_at <= ?", daysBefore(now, SESSION_IDLE_DAYS));
  writer.run("DELETE FROM sessions WHERE created_at <= ?", daysBefore(now, SESSION_DAYS));
  writer.run(
    `DELETE FROM sessions WHERE user_id = ? AND id NOT IN
       (SELECT id FROM sessions WHERE user_id = ? ORDER BY id = ? DESC, aal DESC, last_used_at DESC, id LIMIT ${MAX_SESSIONS})`,
    userId,
    userId,
    session.id,
  );
  return { session, refreshToken: addFirstToken(writer, session.id, now) };
}

/** Raises a session to `aal2` after its second step. The session gets a new refresh token. */
export function elevateSession(
  writer: Writer,
  session: Session,
  { method, client, now }: { method: SecondStep; client: Client; now: Date },
): IssuedSession {
  const amr = [{ method, timestamp: unixSeconds(now) }, ...session.amr.filter((entry) => entry.method !== method)];
  writer.run("UPDATE sessions SET aal = 'aal2', amr = ? WHERE id = ?", JSON.stringify(amr), session.id);
  const used = useSession(writer, { ...session, aal: "aal2", amr }, client, now);
  return { session: used, refreshToken: addTokenAfter(writer, session.id, now) };
}

/** Records that the user typed the password again. */
export function confirmSession(writer: Writer, { id, amr }: Session, now: Date): void {
  const others = amr.filter(({ method }) => method !== "password");
  const confirmed: AmrEntry[] = [{ method: "password", timestamp: unixSeconds(now) }, ...others];
  writer.run("UPDATE sessions SET amr = ? WHERE id = ?", JSON.stringify(confirmed), id);
}

/** Continues a session after a flow, with a new refresh token. @returns undefined when the session has ended */
export function continueSession(
  writer: Writer,
  id: string,
  { client, now }: { client: Client; now: Date },
): IssuedSession | undefined {
  const session = findSession(writer, id, now);
  if (session === undefined) return undefined;
  return { session: useSession(writer, session, client, now), refreshToken: addTokenAfter(writer, id, now) };
}

/** Records where and when a session was last used. */
export function useSession(writer: Writer, session: Session, client: Client, now: Date): Session {
  const used: Session = {
    ...session,
    lastUsedAt: now.toISOString(),
    address: client.address,
    userAgent: client.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
  };
  writer.run(
    "UPDATE sessions SET last_used_at = ?, address = ?, user_agent = ? WHERE id = ?",
    used.lastUsedAt,
    used.address,
    used.userAgent,
    used.id,
  );
  return used;
}

/** Which sessions of a user to end: all, the named one, or all except the named one. Source: auth-js, `SignOut`. */
type EndScope = "global" | "local" | "others";

/**
 * Ends sessions of a user, together with their refresh tokens. Their access tokens are rejected from then on. A sign-in
 * that waits for the exchange of its code counts as another session.
 *
 * @returns how many sessions ended
 */
export function endSessions(writer: Writer, userId: string, scope: EndScope, sessionId: string): number {
  switch (scope) {
    case "global":
      endFlowStates(writer, userId, "");
      return writer.run("DELETE FROM sessions WHERE user_id = ?", userId);
    case "local":
      return writer.run("DELETE FROM sessions WHERE user_id = ? AND id = ?", userId, sessionId);
    case "others":
      endFlowStates(writer, userId, sessionId);
      return writer.run("DELETE FROM sessions WHERE user_id = ? AND id <> ?", userId, sessionId);
  }
}

/** Ends the sessions of a user that have not passed a second step. @returns how many */
export function endSessionsBelowAal2(writer: Writer, userId: string): number {
  return writer.run("DELETE FROM sessions WHERE user_id = ? AND aal = 'aal1'", userId);
}

/** Sets one session back to `aal1`. */
export function lowerSession(writer: Writer, id: string): void {
  const row = writer.get<SessionRow>("SELECT * FROM sessions WHERE id = ?", id);
  if (row === undefined) return;
  const remaining = parseAmr(row.amr).filter(({ method }) => method !== "totp" && method !== "mfa/phone");
  writer.run("UPDATE sessions SET aal = 'aal1', amr = ? WHERE id = ?", JSON.stringify(remaining), id);
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString();
}

/** Whole seconds since 1970, as tokens count time. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    aal: row.aal,
    amr: parseAmr(row.amr),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    address: row.address,
    userAgent: row.user_agent,
  };
}

function parseAmr(json: string): AmrEntry[] {
  // Only the functions above write this column.
  return JSON.parse(json) as AmrEntry[];
}

/** How long after a sign-in the sign-in methods may be changed, in milliseconds. */
const RECENT_MS = 15 * 60 * 1000;

/**
 * A person at an unlocked computer, or with a stolen token, must not be able to add or remove a sign-in method.
 * Source: OWASP ASVS 5.0, 7.5.1.
 *
 * @throws {AuthError} `reauthentication_needed` when the password, a code or an email was last used too long ago
 */
export function requireRecentSignIn({ amr }: Session, now: Date): void {
  if (amr.some(({ timestamp }) => !hasPassed(timestamp * 1000, now.getTime(), RECENT_MS))) return;
  throw new AuthError(400, "reauthentication_needed", "This requires the current password again.");
}
