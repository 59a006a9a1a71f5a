/** How a call that is open to nobody is refused. */
export type ClosedEndpoint = { status: number; code: string; message: string };

/**
 * Ways to make accounts or to administer them, wherever the owner's account is kept: a site has one owner, who was made
 * at the first start or in the provider's own dashboard. Codes are Supabase Auth's own.
 */
export const CLOSED_ENDPOINTS = {
  signUp: { status: 422, code: "signup_disabled", message: "Signups not allowed for this instance" },
  letter: { status: 422, code: "otp_disabled", message: "Signing in by letter alone is not available" },
  resend: { status: 422, code: "otp_disabled", message: "There is no letter to send again" },
  invite: { status: 403, code: "not_admin", message: "Inviting people is not available" },
  sso: { status: 422, code: "saml_provider_disabled", message: "SAML sign-in is not available" },
  admin: { status: 403, code: "not_admin", message: "Administering users is not available" },
} as const satisfies Record<string, ClosedEndpoint>;
