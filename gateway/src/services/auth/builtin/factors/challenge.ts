import { randomInt, randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Reader, Writer } from "../../../../data/statements.ts";
import { hashOf } from "../../../shared/secrets.ts";
import { AuthError } from "../../auth-error.ts";
import { type EndpointResponse, type PersonRequest, read } from "../endpoint.ts";
import { unixSeconds } from "../sessions.ts";
import * as words from "../words.ts";
import { type FactorContext, limitKeyOf, spend } from "./context.ts";
import { type Factor, findFactor } from "./factors.ts";

/** How long a challenge stays open, in milliseconds. Source: Supabase Auth, `MFA_CHALLENGE_EXPIRY_DURATION`. */
const CHALLENGE_MS = 5 * 60 * 1000;
/** Number of wrong codes after which a challenge is closed. */
const GUESSES_PER_CHALLENGE = 5;
/**
 * Maximum number of open challenges of one factor. In the five minutes of a challenge, all unknown browsers together
 * open fewer (`endpoints.ts`), so that they do not displace the one of a known browser.
 */
const MAX_OPEN = 20;

/** An open request for a code. */
export type Challenge = { id: string; codeHash: string | null };

const bodySchema = v.object({
  channel: v.optional(v.picklist(["sms", "whatsapp"], "needs to be sms or whatsapp"), "sms"),
});

/** `POST factors/{id}/challenge`: opens a challenge. For a phone factor, it also sends the code. */
export async function challengeFactor(context: FactorContext, request: PersonRequest): Promise<EndpointResponse> {
  const { signedIn, now } = request;
  const factor = findFactor(context.data.read, signedIn.user.id, request.params.id ?? "");
  const { channel } = read(bodySchema, request.body);
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);

  if (factor.type === "totp") {
    spend(context.challengesOpened, limitKeyOf(factor.id, request));
    await context.data.write((writer) => addChallenge(writer, factor, { id, codeHash: null, expiresAt, now }));
  } else {
    const { sendCode } = context;
    if (sendCode === undefined) {
      throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
    }
    const limit = context.codesSent(limitKeyOf(signedIn.user.id, request));
    if (!limit.ok) throw tooManyCodes(limit.retryAfterSeconds);
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const codeHash = hashOfCode(id, code);
    await context.data.write((writer) => addChallenge(writer, factor, { id, codeHash, expiresAt, now }));
    const text = words.signInCode(code, new URL(context.publicUrl).host);
    await sendCode({ phone: factor.phone, channel, text }).catch((cause: unknown) => {
      throw new AuthError(503, "sms_send_failed", "The code could not be sent. Please try again.", { cause });
    });
  }
  return { status: 200, body: { id, type: factor.type, expires_at: unixSeconds(expiresAt) } };
}

/** Finds an open challenge of a factor. */
export function findChallenge(reader: Reader, factorId: string, id: string, now: Date): Challenge | undefined {
  const row = reader.get<{ id: string; code_hash: string | null }>(
    "SELECT id, code_hash FROM factor_challenges WHERE id = ? AND factor_id = ? AND expires_at > ? AND guesses_left > 0",
    id,
    factorId,
    now.toISOString(),
  );
  return row && { id: row.id, codeHash: row.code_hash };
}

/** Counts a wrong code. After a few wrong codes the challenge is closed. */
export function countWrongCode(writer: Writer, id: string): void {
  writer.run("UPDATE factor_challenges SET guesses_left = guesses_left - 1 WHERE id = ?", id);
}

/** Closes a challenge after a correct code. */
export function closeChallenge(writer: Writer, id: string): void {
  writer.run("DELETE FROM factor_challenges WHERE id = ?", id);
}

/** The hash that is stored for a sent code. It includes the challenge's id, so equal codes have different hashes. */
export function hashOfCode(challengeId: string, code: string): string {
  return hashOf(`${challengeId} ${code}`);
}

function addChallenge(
  writer: Writer,
  factor: Factor,
  { id, codeHash, expiresAt, now }: { id: string; codeHash: string | null; expiresAt: Date; now: Date },
): void {
  // Checked again, because the factor may have been removed since.
  findFactor(writer, factor.userId, factor.id);
  writer.run("DELETE FROM factor_challenges WHERE expires_at <= ?", now.toISOString());
  writer.run(
    "INSERT INTO factor_challenges (id, factor_id, code_hash, guesses_left, expires_at) VALUES (?, ?, ?, ?, ?)",
    id,
    factor.id,
    codeHash,
    GUESSES_PER_CHALLENGE,
    expiresAt.toISOString(),
  );
  writer.run(
    `DELETE FROM factor_challenges WHERE factor_id = ?1 AND rowid NOT IN
       (SELECT rowid FROM factor_challenges WHERE factor_id = ?1 ORDER BY rowid DESC LIMIT ?2)`,
    factor.id,
    MAX_OPEN,
  );
}

function tooManyCodes(retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_sms_send_rate_limit", "Too many codes were sent. Please wait a moment.", {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}
