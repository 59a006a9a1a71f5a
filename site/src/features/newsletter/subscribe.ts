import {
  isEmailShaped,
  SIGN_UP_PAGE_HEADER,
  SUBSCRIBERS_TABLE,
  UNIQUE_VIOLATION,
} from "@porchlight/protocol/subscriber.ts";
import { insertRow } from "../../api/database.ts";

/** Why a sign-up was not stored. */
export type SubscribeError = "invalid_email" | "already_subscribed" | "rejected";

type SubscribeResult = { ok: true } | { ok: false; reason: SubscribeError };

/** The table's codes for an invalid value: check failed, value too long. */
const INVALID_VALUE = new Set(["23514", "22001"]);

/**
 * Adds an email to `newsletter_subscribers` as an active subscriber from the footer.
 *
 * @param typed the email as the visitor typed it; stored trimmed and lower-case
 * @returns whether it was stored, or the reason a visitor can act on
 * @throws {Error} when the gateway cannot be reached or responds with a server error
 */
export async function subscribe(typed: string): Promise<SubscribeResult> {
  const email = typed.trim().toLowerCase();
  if (!isEmailShaped(email)) return { ok: false, reason: "invalid_email" };

  const row = { email, status: "active", source: "website-footer", subscribed_at: new Date().toISOString() };
  // The page is part of the record of what the visitor agreed to. Most pages are under the hash.
  const page = location.hash.slice(1) || location.pathname;
  const { error } = await insertRow(SUBSCRIBERS_TABLE, row, { [SIGN_UP_PAGE_HEADER]: page });

  if (!error) return { ok: true };
  // The table's unique index decides, so two open tabs cannot both sign up.
  if (error.code === UNIQUE_VIOLATION) return { ok: false, reason: "already_subscribed" };
  if (INVALID_VALUE.has(error.code)) return { ok: false, reason: "invalid_email" };
  return { ok: false, reason: "rejected" };
}
