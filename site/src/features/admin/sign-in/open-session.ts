import type { Session } from "@supabase/auth-js";
import type { OwnerAuth } from "../../../api/auth.ts";
import { readToken } from "../../../lib/token.ts";
import { type AdminSession, SignedOut } from "../shared/session.ts";

/**
 * Makes the sign-in that the parts of the dashboard work with.
 *
 * @param refused what to do when the gateway refuses a token that should be good
 */
export function openSession(auth: OwnerAuth, session: Session, refused: () => void): AdminSession {
  return {
    email: session.user.email ?? auth.email,
    id: readToken(session.access_token).sessionId,
    async accessToken() {
      const standing = await auth.standing();
      if (standing.state === "signed-in") return standing.session.access_token;
      if (standing.state === "unreachable") throw new Error("The sign-in could not be refreshed just now");
      throw new SignedOut("The sign-in has ended");
    },
    refused,
    async signOut() {
      await auth.client.signOut({ scope: "local" });
    },
  };
}
