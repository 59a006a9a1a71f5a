import { hasPassed } from "../../../lib/has-passed.ts";
import { AuthError } from "../auth-error.ts";
import type { Session } from "./sessions.ts";

/** How long after somebody has proven who they are the ways in may be changed, in milliseconds. */
const RECENT_MS = 15 * 60 * 1000;

/**
 * Whoever finds a desk open, or steals a token, must not be able to add a way in of their own, nor take one away.
 * Source: OWASP ASVS 5.0, 7.5.1.
 *
 * @throws {AuthError} `reauthentication_needed` when the password, a code or a letter was last asked for too long ago
 */
export function requireRecentSignIn({ amr }: Session, now: Date): void {
  if (amr.some(({ timestamp }) => !hasPassed(timestamp * 1000, now.getTime(), RECENT_MS))) return;
  throw new AuthError(400, "reauthentication_needed", "This requires the current password again.");
}
