import { createHash } from "node:crypto";
import type { Writer } from "../../../data/statements.ts";
import { hashOf, isSame, newSecret } from "../../shared/secrets.ts";
import { AuthError } from "../auth-error.ts";

/** How long a code can be exchanged, in milliseconds. Source: Supabase Auth, flow state expiry. */
const FLOW_MS = 5 * 60_000;

/** The challenge that the client has to answer when it ends the flow. Source: RFC 7636 §4.3. */
export type CodeChallenge = { challenge: string; method: "s256" | "plain" };

/** A sign-in that waits until the client that began it returns with the verifier. */
type FlowState = {
  userId: string;
  codeChallenge: CodeChallenge;
  /** The session that continues. Without it, a new session begins. */
  sessionId?: string;
};

type Row = {
  user_id: string;
  code_challenge: string;
  code_challenge_method: "s256" | "plain";
  expires_at: string;
  session_id: string | null;
};

/** Stores a flow once the person has signed in at the provider. @returns the code for the browser */
export function addFlowState(writer: Writer, flow: FlowState, now: Date): string {
  const code = newSecret();
  writer.run("DELETE FROM flow_states WHERE expires_at <= ?", now.toISOString());
  writer.run(
    `INSERT INTO flow_states (code_hash, user_id, code_challenge, code_challenge_method, method, extras, expires_at, session_id)
     VALUES (?, ?, ?, ?, 'oauth', '{}', ?, ?)`,
    hashOf(code),
    flow.userId,
    flow.codeChallenge.challenge,
    flow.codeChallenge.method,
    new Date(now.getTime() + FLOW_MS).toISOString(),
    flow.sessionId ?? null,
  );
  return code;
}

/**
 * Finds and removes a flow by its code. The code works once, even with a wrong verifier.
 *
 * @returns the flow, or the error to throw after the change is stored
 */
export function takeFlowState(
  writer: Writer,
  { code, verifier, now }: { code: string; verifier: string; now: Date },
): FlowState | AuthError {
  const row = writer.get<Row>("DELETE FROM flow_states WHERE code_hash = ? RETURNING *", hashOf(code));
  if (row === undefined)
    return new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  if (row.expires_at <= now.toISOString()) {
    return new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  const codeChallenge: CodeChallenge = { challenge: row.code_challenge, method: row.code_challenge_method };
  if (!fits(verifier, codeChallenge)) {
    return new AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
  }
  const { user_id: userId, session_id } = row;
  return { userId, codeChallenge, ...(session_id !== null && { sessionId: session_id }) };
}

/** Ends the waiting flows of a user, except those of one session. */
export function endFlowStates(writer: Writer, userId: string, sessionId: string): void {
  writer.run("DELETE FROM flow_states WHERE user_id = ? AND session_id IS NOT ?", userId, sessionId);
}

function fits(verifier: string, { challenge, method }: CodeChallenge): boolean {
  const actual = method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  return isSame(actual, challenge);
}
