import { ADMIN_MESSAGES, type LinkedSignInWords, throttledMessage } from "@porchlight/protocol/admin-messages.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import type { AuthFailure } from "../../../api/auth.ts";

const BY_CODE: Record<string, string> = {
  invalid_credentials: ADMIN_MESSAGES.invalidPassword,
  session_ended: ADMIN_MESSAGES.sessionEnded,
  otp_expired: ADMIN_MESSAGES.linkExpired,
  reauthentication_needed: ADMIN_MESSAGES.linkExpired,
  mfa_verification_failed: ADMIN_MESSAGES.wrongCode,
  mfa_challenge_expired: ADMIN_MESSAGES.codeExpired,
  mfa_factor_name_conflict: ADMIN_MESSAGES.factorNameTaken,
  too_many_enrolled_mfa_factors: ADMIN_MESSAGES.tooManyFactors,
  same_password: ADMIN_MESSAGES.passwordSame,
};

const OF_LINKED_SIGN_IN: Record<string, "taken" | "unknown"> = {
  identity_already_exists: "taken",
  signup_disabled: "unknown",
  identity_not_found: "unknown",
};

const BY_WEAKNESS: Record<string, string> = {
  length: ADMIN_MESSAGES.passwordTooShort,
  characters: ADMIN_MESSAGES.passwordTooPlain,
  pwned: ADMIN_MESSAGES.passwordTooCommon,
};

/** Converts a failure of the auth service to a sentence for the owner. */
export function authErrorMessage(failure: AuthFailure): string {
  if (failure.code === "throttled") return throttledMessage(failure.waitSeconds);
  if (failure.code === "weak_password") {
    const reasons = (failure.weaknesses ?? []).flatMap((weakness) => BY_WEAKNESS[weakness] ?? []);
    return reasons.length > 0 ? reasons.join(" ") : ADMIN_MESSAGES.passwordTooCommon;
  }
  return BY_CODE[failure.code] ?? MESSAGES.unexpected;
}

/** Converts a failure about a linked account to a sentence for the owner; undefined for any other failure. */
export function linkedSignInMessage({ code }: AuthFailure, words: LinkedSignInWords): string | undefined {
  const reason = OF_LINKED_SIGN_IN[code];
  return reason && words[reason];
}

const ABOUT_SIGN_IN = ["session_ended", "insufficient_aal", "bad_jwt", "no_authorization", "user_not_found"];

/** Whether the session has ended or lacks its second step. */
export function isAboutSignIn({ code }: AuthFailure): boolean {
  return ABOUT_SIGN_IN.includes(code);
}

/** Whether the current password was wrong. If Supabase checks the password itself, it sends its own code. */
export function isWrongPassword({ code }: AuthFailure): boolean {
  return code === "invalid_credentials" || code === "current_password_mismatch";
}
