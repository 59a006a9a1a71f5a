import type { AuthError } from "@supabase/auth-js";
import type { AuthFailure, OwnerAuth } from "../../../api/auth.ts";

/** An answer of the auth client that was a refusal. */
class AuthRefused extends Error {
  override readonly name = "AuthRefused";
  readonly refusal: AuthFailure;

  constructor(refusal: AuthFailure, options?: ErrorOptions) {
    super(`The auth service refused: ${refusal.code}`, options);
    this.refusal = refusal;
  }
}

/**
 * The data of an answer.
 *
 * @throws {AuthRefused} when it is a refusal
 */
export function dataOf<Answer extends { data: unknown; error: AuthError | null }>(
  answer: Answer,
  { toAuthFailure }: OwnerAuth,
): NonNullable<Answer["data"]> {
  if (answer.error) throw new AuthRefused(toAuthFailure(answer.error), { cause: answer.error });
  if (!answer.data) throw new Error("The auth service answered with neither data nor an error");
  return answer.data;
}
