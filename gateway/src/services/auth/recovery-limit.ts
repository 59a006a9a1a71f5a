import { createRateLimit } from "../../http/rate-limit.ts";
import { mailboxKey } from "../../lib/email-address.ts";
import { AuthError } from "./auth-error.ts";

/** Emails that one client requests: three, then one every five minutes. */
const CLIENT_RATE = { burst: 3, perSecond: 1 / 300 };
/** Emails to one address: three, then one every ten minutes. */
const RECEIVER_RATE = { burst: 3, perSecond: 1 / 600 };

/**
 * Limits emails for a forgotten password. There is no limit for all clients together: requests for unknown addresses,
 * which get no email, would use it up.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createRecoveryLimit(now: () => number) {
  const byClient = createRateLimit(CLIENT_RATE, now);
  const byReceiver = createRateLimit(RECEIVER_RATE, now);

  /**
   * Counts a request.
   *
   * @param address normalised; left out for a known browser, so that strangers cannot use up its limit
   * @throws {AuthError} 429 `over_email_send_rate_limit` with `Retry-After`
   */
  return (client: string, address?: string): void => {
    const own = byClient(client);
    const result = own.ok && address !== undefined ? byReceiver(mailboxKey(address)) : own;
    if (result.ok) return;
    throw new AuthError(429, "over_email_send_rate_limit", "Too many emails were requested. Please wait a while.", {
      headers: { "Retry-After": String(result.retryAfterSeconds) },
    });
  };
}
