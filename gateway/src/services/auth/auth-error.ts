import type { AuthResponse } from "./contract.ts";

/** Header with which a client requests errors with a text `code`. Source: Supabase Auth, API versions. */
const VERSION_HEADER = "X-Supabase-Api-Version";

type AuthErrorOptions = ErrorOptions & {
  /** Further fields of the body, such as `weak_password`. */
  fields?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/**
 * An error of the auth interface. One place turns it into a response.
 * `code` is one that auth-js knows. Source: supabase.com, "Auth error codes".
 */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    { fields = {}, headers = {}, ...rest }: AuthErrorOptions = {},
  ) {
    super(message, rest);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

/** 400 `validation_failed`: the request is not valid for the endpoint. */
export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

/** 403 `insufficient_aal`: the session has to pass its second step first. */
export function insufficientAal(): AuthError {
  return new AuthError(403, "insufficient_aal", "AAL2 session is required for this");
}

/** 403 `session_not_found`: the session of the token has ended. */
export function sessionNotFound(): AuthError {
  return new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
}

/** 400 `invalid_credentials`: the current password, which changing the account requires, is wrong. */
export function wrongPassword(): AuthError {
  return new AuthError(400, "invalid_credentials", "The current password is not right.");
}

/** 400 `reauthentication_needed`: changing the account requires the current password. */
export function passwordNeeded(): AuthError {
  return new AuthError(400, "reauthentication_needed", "Changing the password requires the current password.");
}

/** 429 `over_request_rate_limit`, with a `Retry-After`. */
export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Too many attempts. Please wait a moment.", {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

/**
 * The wire has two forms of an error. With the version header, `code` is the text code. Without it, `code` is the
 * status and `error_code` the text code.
 */
export function toAuthResponse(error: AuthError, version: string | undefined): AuthResponse {
  const { status, code, message, fields } = error;
  const headers = { ...JSON_HEADERS, ...error.headers };
  return version === undefined
    ? { status, headers, body: JSON.stringify({ code: status, error_code: code, msg: message, ...fields }) }
    : {
        status,
        headers: { ...headers, [VERSION_HEADER]: printable(version) },
        body: JSON.stringify({ code, message, ...fields }),
      };
}

/** Headers of every response with a body. Responses about a person are never cached. */
export const JSON_HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** Removes characters that are not valid in a header, because the response echoes the version. */
function printable(version: string): string {
  return version.replace(/[^\x20-\x7e]/g, "").slice(0, 40);
}

/** The error that a closed endpoint returns. */
export type ClosedEndpoint = { status: number; code: string; message: string };

/**
 * Endpoints that create or administer accounts. A site has one owner, created at the first start or in the provider's
 * dashboard. The codes are those of Supabase Auth.
 */
export const CLOSED_ENDPOINTS = {
  signUp: { status: 422, code: "signup_disabled", message: "Signups not allowed for this instance" },
  email: { status: 422, code: "otp_disabled", message: "Signing in by email alone is not available" },
  resend: { status: 422, code: "otp_disabled", message: "There is no email to send again" },
  invite: { status: 403, code: "not_admin", message: "Inviting people is not available" },
  sso: { status: 422, code: "saml_provider_disabled", message: "SAML sign-in is not available" },
  admin: { status: 403, code: "not_admin", message: "Administering users is not available" },
} as const satisfies Record<string, ClosedEndpoint>;
