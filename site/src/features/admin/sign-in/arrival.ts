import { ORDER_IN_ADDRESS } from "@porchlight/protocol/orders.ts";
import type { EmailOtpType } from "@supabase/auth-js";
import { takeStoredOrder } from "../shared/order-in-address.ts";

/**
 * The part of the dashboard's address that works once: the token of an email's link, or a provider's code or error.
 * Source: Supabase Auth, "PKCE flow" and "Error codes".
 */
export type Arrival =
  | { by: "link"; tokenHash: string; type: EmailOtpType }
  | { by: "code"; code: string }
  | { by: "error"; code: string };

const LINK_TYPES = ["recovery", "email", "magiclink", "invite", "signup", "email_change"] as const;

/**
 * Reads the arrival, and removes it from the address and the history at once. The number of an order stays: it is not
 * secret, and the dashboard shows the order after the sign-in.
 */
export function takeArrival(): Arrival | undefined {
  const query = new URLSearchParams(location.search);
  const arrival = parseArrival(query);
  if (arrival) {
    const order = query.get(ORDER_IN_ADDRESS) ?? (arrival.by === "link" ? null : takeStoredOrder());
    const search = order === null ? "" : `?${new URLSearchParams({ [ORDER_IN_ADDRESS]: order })}`;
    history.replaceState(history.state, "", location.pathname + search + location.hash);
  }
  return arrival;
}

function parseArrival(query: URLSearchParams): Arrival | undefined {
  const tokenHash = query.get("token_hash");
  const code = query.get("code");
  const error = query.get("error_code") ?? query.get("error");
  if (tokenHash)
    return { by: "link", tokenHash, type: LINK_TYPES.find((type) => type === query.get("type")) ?? "email" };
  if (code) return { by: "code", code };
  if (error) return { by: "error", code: error };
  return undefined;
}
