import * as v from "valibot";
import type { Writer } from "../../../../data/statements.ts";
import { isSame } from "../../../shared/secrets.ts";
import { AuthError, insufficientAal, sessionNotFound } from "../../auth-error.ts";
import { forgetDevices, rememberDevice } from "../devices.ts";
import { type EndpointResponse, type PersonRequest, read, textSchema } from "../endpoint.ts";
import { respondWithSession } from "../session-response.ts";
import { elevateSession, endSessionsBelowAal2, findSession, type IssuedSession } from "../sessions.ts";
import { type Challenge, closeChallenge, countWrongCode, findChallenge, hashOfCode } from "./challenge.ts";
import { type FactorContext, limitKeyOf, spendGuess } from "./context.ts";
import { type Factor, findFactor, hasVerifiedFactor } from "./factors.ts";
import type { stepOfCode } from "./totp.ts";

const bodySchema = v.object({ challenge_id: textSchema, code: v.pipe(textSchema, v.maxLength(100)) });

/** A code that somebody typed for a challenge. */
type Attempt = { factorId: string; challengeId: string; code: string; stepOfCode: typeof stepOfCode };

/** Result of an attempt. A wrong code is a value: throwing would roll back the change that counts it. */
type AttemptResult =
  | { ok: true; issued: IssuedSession; device: string; wasVerified: boolean }
  | { ok: false; error: AuthError };

/**
 * `POST factors/{id}/verify`: checks the code of a challenge. The session reaches `aal2`. The first correct code
 * verifies the factor, and ends sessions without a second step.
 */
export async function verifyFactor(context: FactorContext, request: PersonRequest): Promise<EndpointResponse> {
  const { signedIn, client } = request;
  const factor = findFactor(context.data.read, signedIn.user.id, request.params.id ?? "");
  const { challenge_id, code } = read(bodySchema, request.body);
  context.guesses.spend("factor", request);
  const limitKey = limitKeyOf(factor.id, request);
  spendGuess(context, limitKey);

  // Loaded before the change, which cannot wait for it. A start of the gateway does not need it.
  const { stepOfCode } = await import("./totp.ts");
  const attempt = { factorId: factor.id, challengeId: challenge_id, code: code.replace(/\s/g, ""), stepOfCode };
  const result = await context.data.write((writer) => tryCode(writer, context, request, attempt));
  const details = { friendly_name: factor.friendlyName, factor_type: factor.type };
  if (!result.ok) {
    await context.audit({ event: "second-step-failed", client, details });
    throw result.error;
  }
  context.guesses.refill("factor", request);
  for (const limit of [context.guessesAtFactor, context.guessesOverWeeks, context.challengesOpened]) {
    limit.forget(limitKey);
  }
  await context.audit({ event: result.wasVerified ? "second-step-passed" : "factor-verified", client, details });
  return respondWithSession(context, result);
}

function tryCode(
  writer: Writer,
  { publicUrl }: FactorContext,
  request: PersonRequest,
  attempt: Attempt,
): AttemptResult {
  const { signedIn, client, now } = request;
  const userId = signedIn.user.id;
  // Checked again, because either may have been removed since the first check.
  const factor = findFactor(writer, userId, attempt.factorId);
  const session = findSession(writer, signedIn.session.id, now);
  if (session === undefined) throw sessionNotFound();
  const wasVerified = factor.status === "verified";
  // Without this, a session could pass the second step with an unverified factor instead of a verified one.
  if (!wasVerified && signedIn.aal !== "aal2" && hasVerifiedFactor(writer, userId)) throw insufficientAal();

  const challenge = findChallenge(writer, factor.id, attempt.challengeId, now);
  if (challenge === undefined) {
    const message = "MFA challenge has expired or was answered, create a new challenge.";
    return { ok: false, error: new AuthError(422, "mfa_challenge_expired", message) };
  }
  if (!useCode(writer, factor, challenge, attempt, now)) {
    countWrongCode(writer, challenge.id);
    const message = factor.type === "totp" ? "Invalid TOTP code entered" : "Invalid MFA Phone code entered";
    return { ok: false, error: new AuthError(422, "mfa_verification_failed", message) };
  }

  closeChallenge(writer, challenge.id);
  if (!wasVerified) {
    // Until now, a browser was known after the first step.
    if (!hasVerifiedFactor(writer, userId)) forgetDevices(writer, userId);
    const updatedAt = now.toISOString();
    writer.run("UPDATE factors SET status = 'verified', updated_at = ? WHERE id = ?", updatedAt, factor.id);
  }
  writer.run("DELETE FROM factors WHERE user_id = ? AND status = 'unverified'", userId);
  const method = factor.type === "totp" ? "totp" : "mfa/phone";
  const issued = elevateSession(writer, session, { method, client, now });
  writer.run("INSERT OR IGNORE INTO session_factors (session_id, factor_id) VALUES (?, ?)", session.id, factor.id);
  endSessionsBelowAal2(writer, userId);
  const device = rememberDevice(writer, { userId, cookies: request.header("cookie"), publicUrl, now });
  return { ok: true, issued, device, wasVerified };
}

/** Whether a code is correct. A correct code is used up. */
function useCode(
  writer: Writer,
  factor: Factor,
  challenge: Challenge,
  { code, stepOfCode }: Attempt,
  now: Date,
): boolean {
  if (!/^\d{6}$/.test(code)) return false;
  // The challenge holds the hash of the sent code, and is closed when the code is correct.
  if (factor.type === "phone") return isSame(challenge.codeHash ?? "", hashOfCode(challenge.id, code));
  const step = stepOfCode(factor.secret, code, now);
  if (step === undefined || step <= (factor.lastStep ?? -1)) return false;
  writer.run("UPDATE factors SET last_step = ? WHERE id = ?", step, factor.id);
  return true;
}
