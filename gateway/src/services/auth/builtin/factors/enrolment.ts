import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Writer } from "../../../../data/statements.ts";
import { AuthError, insufficientAal, validationFailed } from "../../auth-error.ts";
import { type EndpointResponse, type PersonRequest, read, textSchema } from "../endpoint.ts";
import { lowerSession, requireRecentSignIn } from "../sessions.ts";
import type { FactorContext } from "./context.ts";
import { addFactor, type Factor, factorsOf, findFactor, removeFactor } from "./factors.ts";

/** Maximum number of factors of one user. Source: Supabase Auth, `MFA_MAX_ENROLLED_FACTORS`. */
const MAX_FACTORS = 10;
/**
 * How long an unverified factor reserves its name, in milliseconds. Source: Supabase Auth,
 * `MFA_FACTOR_EXPIRY_DURATION`.
 */
const UNVERIFIED_MS = 5 * 60 * 1000;
/** Maximum length of a factor's name, in characters. */
const NAME_MAX_LENGTH = 100;
/** Maximum length of the site's name in an authenticator app, in characters, so that everything fits into a QR code. */
const ISSUER_MAX_LENGTH = 60;
/** A telephone number without spaces and the like. Source: ITU-T E.164. */
const PHONE = /^\+?([1-9]\d{6,14})$/;

const bodySchema = v.object({
  factor_type: v.picklist(["totp", "phone"], "needs to be totp or phone"),
  friendly_name: v.optional(v.pipe(textSchema, v.maxLength(NAME_MAX_LENGTH)), ""),
  issuer: v.optional(v.pipe(textSchema, v.maxLength(ISSUER_MAX_LENGTH)), ""),
  phone: v.optional(textSchema, ""),
});

/** `POST factors`: adds an unverified factor. Its first correct code verifies it. */
export async function enrolFactor(context: FactorContext, request: PersonRequest): Promise<EndpointResponse> {
  const { signedIn, client, now } = request;
  const body = read(bodySchema, request.body);
  const { user } = signedIn;
  requireRecentSignIn(signedIn.session, now);
  const common = {
    id: randomUUID(),
    userId: user.id,
    friendlyName: body.friendly_name.trim(),
    status: "unverified" as const,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };

  const answer = { id: common.id, type: body.factor_type, friendly_name: common.friendlyName };
  let factor: Factor;
  let details: Record<string, unknown>;
  if (body.factor_type === "totp") {
    const issuer = body.issuer.trim() || new URL(context.publicUrl).hostname.slice(0, ISSUER_MAX_LENGTH);
    // Loaded here, because a start of the gateway does not need it.
    const { newTotpKey } = await import("./totp.ts");
    const { secret, uri, qrCode } = newTotpKey({ issuer, account: user.email });
    factor = { ...common, type: "totp", secret, lastStep: null };
    details = { totp: { qr_code: qrCode, secret, uri } };
  } else {
    if (context.sendCode === undefined) {
      throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
    }
    const phone = phoneOf(body.phone);
    factor = { ...common, type: "phone", phone };
    details = { phone };
  }

  await context.data.write((writer) => {
    makeRoom(writer, factor, signedIn.aal, now);
    addFactor(writer, factor);
  });
  await context.audit({
    event: "factor-enrolled",
    client,
    details: { friendly_name: factor.friendlyName, factor_type: factor.type },
  });
  return { status: 200, body: { ...answer, ...details } };
}

/**
 * Checks that a factor may be added, in the order of Supabase Auth. Removes unverified factors that have expired, or
 * that are for the same telephone. Source: supabase/auth, internal/api/mfa.go, `validateFactors`.
 */
function makeRoom(writer: Writer, factor: Factor, aal: "aal1" | "aal2", now: Date): void {
  const stale = new Date(now.getTime() - UNVERIFIED_MS).toISOString();
  const others = factorsOf(writer, factor.userId);
  if (others.some((other) => other.status === "verified" && isSamePhone(other, factor))) {
    const message = "A verified phone factor already exists, unenroll the existing factor to continue";
    throw new AuthError(422, "mfa_verified_factor_exists", message);
  }
  const remaining = others.filter((other) => {
    const makesRoom = other.status === "unverified" && (other.createdAt <= stale || isSamePhone(other, factor));
    if (makesRoom) removeFactor(writer, other.id);
    return !makesRoom;
  });
  if (remaining.some(({ friendlyName }) => friendlyName === factor.friendlyName)) {
    const message = `A factor with the friendly name ${JSON.stringify(factor.friendlyName)} for this user already exists`;
    throw new AuthError(422, "mfa_factor_name_conflict", message);
  }
  if (remaining.length >= MAX_FACTORS) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (remaining.some(({ status }) => status === "verified") && aal !== "aal2") throw insufficientAal();
}

function isSamePhone(one: Factor, other: Factor): boolean {
  return one.type === "phone" && other.type === "phone" && one.phone === other.phone;
}

function phoneOf(typed: string): string {
  const digits = PHONE.exec(typed.replace(/[\s().-]/g, ""))?.[1];
  if (digits === undefined) throw validationFailed("Invalid phone number format (E.164 required)");
  return `+${digits}`;
}

/** `DELETE factors/{id}`: removes a factor. Sessions that have passed no other factor go back to `aal1`. */
export async function unenrolFactor(context: FactorContext, request: PersonRequest): Promise<EndpointResponse> {
  const { signedIn, client, now } = request;
  const factor = await context.data.write((writer) => {
    const found = findFactor(writer, signedIn.user.id, request.params.id ?? "");
    if (found.status === "verified" && signedIn.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    if (found.status === "verified") requireRecentSignIn(signedIn.session, now);
    const lowered = writer.all<{ session_id: string }>(
      `SELECT session_id FROM session_factors GROUP BY session_id HAVING count(*) = 1 AND max(factor_id) = ?`,
      found.id,
    );
    for (const { session_id } of lowered) lowerSession(writer, session_id);
    removeFactor(writer, found.id);
    return found;
  });
  // An unverified factor protects nothing, so its removal is not a security event.
  if (factor.status === "verified") {
    const details = { friendly_name: factor.friendlyName, factor_type: factor.type };
    await context.audit({ event: "factor-removed", client, details });
  }
  return { status: 200, body: { id: factor.id } };
}
