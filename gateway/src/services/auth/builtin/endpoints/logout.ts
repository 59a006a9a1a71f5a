import * as v from "valibot";
import { insufficientAal } from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { endSessions } from "../sessions.ts";

/** `global` when no scope is given, as in auth-js. */
const scopeSchema = v.optional(v.picklist(["global", "local", "others"]), "global");

/**
 * `POST logout?scope=…`: ends all sessions, this one, or all others. Their tokens are rejected from then on. A session
 * that has not passed the second step ends only itself. Otherwise somebody with only the password could keep signing
 * the owner out.
 */
export function createLogoutEndpoint({ data, audit, userRecords }: AuthContext): Endpoint {
  return {
    method: "POST",
    path: "logout",
    access: "person",
    async handle({ query, signedIn, client }) {
      const requested = read(scopeSchema, query.get("scope") ?? undefined);
      const { user, session, aal } = signedIn;
      const needsSecondStep = aal !== "aal2" && userRecords.hasVerifiedFactor(user.id);
      if (needsSecondStep && requested === "others") throw insufficientAal();
      const scope = needsSecondStep ? "local" : requested;
      const ended = await data.write((writer) => endSessions(writer, user.id, scope, session.id));
      await audit({ event: "signed-out", client, details: { scope, sessions: ended } });
      return { status: 204 };
    },
  };
}
