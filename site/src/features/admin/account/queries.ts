import type { AuthError } from "@supabase/auth-js";
import type { OwnerAuth } from "../../../api/auth.ts";
import { FACTORS_KEY } from "../shared/owner.ts";

export const ACCOUNT_KEYS = {
  providers: ["account", "providers"],
  factors: FACTORS_KEY,
  identities: ["account", "identities"],
  sessions: ["account", "sessions"],
  auditLog: ["account", "audit-log"],
} as const;

/**
 * Unwraps a response of the auth client.
 *
 * @throws {Error} when the response is an error
 */
export function requireData<Response extends { data: unknown; error: AuthError | null }>(
  { data, error }: Response,
  { toAuthFailure }: OwnerAuth,
): NonNullable<Response["data"]> {
  if (error) throw new Error(`The auth service rejected the call: ${toAuthFailure(error).code}`, { cause: error });
  if (!data) throw new Error("The auth service returned neither data nor an error");
  return data;
}
