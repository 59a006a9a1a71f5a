import type { Session } from "@supabase/auth-js";
import type { OwnerAuth } from "../../../api/auth.ts";
import { readToken } from "../../../lib/token.ts";
import { type AdminSession, SignedOut } from "../shared/session.ts";

/**
 * Makes the sign-in that the parts of the dashboard work with.
 *
 * @param onRejected what to do when the gateway refuses a token that should be good
 */
export function openSession(auth: OwnerAuth, session: Session, onRejected: () => void): AdminSession {
  return {
    email: session.user.email ?? auth.email,
    id: readToken(session.access_token).sessionId,
    async accessToken() {
      const signIn = await auth.readState();
      if (signIn.state === "signed-in") return signIn.session.access_token;
      if (signIn.state === "unreachable") throw new Error("The sign-in could not be refreshed just now");
      throw new SignedOut("The sign-in has ended");
    },
    onRejected,
    async signOut() {
      await auth.client.signOut({ scope: "local" });
    },
  };
}
