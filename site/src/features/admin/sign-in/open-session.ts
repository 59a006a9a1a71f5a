import type { Session } from "@supabase/auth-js";
import type { OwnerAuth } from "../../../api/auth.ts";
import { readToken } from "../../../lib/token.ts";
import { type AdminSession, SignedOut } from "../shared/session.ts";

/**
 * Creates the session for the parts of the dashboard.
 *
 * @param onRejected called when the gateway rejects a token that should be valid
 */
export function openSession(auth: OwnerAuth, session: Session, onRejected: () => void): AdminSession {
  return {
    email: session.user.email ?? auth.email,
    id: readToken(session.access_token).sessionId,
    async accessToken() {
      const signIn = await auth.readState();
      if (signIn.state === "signed-in") return signIn.session.access_token;
      if (signIn.state === "unreachable") throw new Error("The session could not be refreshed now");
      throw new SignedOut("The sign-in has ended");
    },
    onRejected,
    async signOut() {
      await auth.client.signOut({ scope: "local" });
    },
  };
}
