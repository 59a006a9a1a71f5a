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

/** A failure of the auth service in words that the owner can act on. */
export function authErrorMessage(failure: AuthFailure): string {
  if (failure.code === "throttled") return throttledMessage(failure.waitSeconds);
  if (failure.code === "weak_password") {
    const reasons = (failure.weaknesses ?? []).flatMap((weakness) => BY_WEAKNESS[weakness] ?? []);
    return reasons.length > 0 ? reasons.join(" ") : ADMIN_MESSAGES.passwordTooCommon;
  }
  return BY_CODE[failure.code] ?? MESSAGES.unexpected;
}

/** The same where an account is linked or signed in by; undefined where the failure is not about that account. */
export function linkedSignInMessage({ code }: AuthFailure, words: LinkedSignInWords): string | undefined {
  const reason = OF_LINKED_SIGN_IN[code];
  return reason && words[reason];
}

const ABOUT_SIGN_IN = ["session_ended", "insufficient_aal", "bad_jwt", "no_authorization", "user_not_found"];

/** Whether the sign-in itself is over, or needs its second step first. */
export function isAboutSignIn({ code }: AuthFailure): boolean {
  return ABOUT_SIGN_IN.includes(code);
}

/** Whether the present password was not right; Supabase has another word for it where it looks at it itself. */
export function isWrongPassword({ code }: AuthFailure): boolean {
  return code === "invalid_credentials" || code === "current_password_mismatch";
}
