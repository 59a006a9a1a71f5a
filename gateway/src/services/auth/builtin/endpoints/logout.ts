import * as v from "valibot";
import type { AuthContext } from "../context.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { endSessions } from "../sessions.ts";

/** `global` when no scope is given, as in auth-js. */
const scopeSchema = v.optional(v.picklist(["global", "local", "others"]), "global");

/** `POST logout?scope=…`: ends all sessions, this one, or all others. Their tokens are rejected from then on. */
export function createLogoutEndpoint({ data, audit }: AuthContext): Endpoint {
  return {
    method: "POST",
    path: "logout",
    access: "person",
    async handle({ query, signedIn, client }) {
      const scope = read(scopeSchema, query.get("scope") ?? undefined);
      const { user, session } = signedIn;
      const ended = await data.write((writer) => endSessions(writer, user.id, scope, session.id));
      await audit({ event: "signed-out", client, details: { scope, sessions: ended } });
      return { status: 204 };
    },
  };
}
