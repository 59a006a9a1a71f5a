import { SUBSCRIBERS_TABLE } from "../../protocol/src/subscriber.ts";

/** The fields that are the same in every sign-up. */
export const SIGN_UP = { status: "active", source: "website-footer" } as const;

/** Address of a round's sign-up. The number has eight digits, as many characters as the placeholder has. */
export function emailOf(round: string, number: number | "%NUMBER%"): string {
  return `fan-${round}-${String(number).padStart(8, "0")}@example.com`;
}

/** The request of the site's own form. */
export function signUpRequest(apikey: string, email: string) {
  return {
    path: `/rest/v1/${SUBSCRIBERS_TABLE}`,
    headers: { apikey, "Content-Type": "application/json", Prefer: "return=minimal" },
    body: JSON.stringify({ email, ...SIGN_UP, subscribed_at: new Date().toISOString() }),
  };
}
