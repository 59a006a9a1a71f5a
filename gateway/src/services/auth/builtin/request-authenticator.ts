import type { DataFile } from "../../../data/data-file.ts";
import { bearerToken, type Credentials, type Identification } from "../../shared/caller.ts";
import { AuthError, sessionNotFound } from "../auth-error.ts";
import type { SignedIn } from "./endpoint.ts";
import { findSession } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";
import type { UserRecords } from "./user-records.ts";
import { findUser } from "./users.ts";

/** Identifies the caller of a request, for all services and for the errors of the auth interface. */
export interface RequestAuthenticator {
  identify(credentials: Credentials): Promise<Identification>;
  /** @throws {AuthError} 401 `no_authorization` */
  requireKey(apikey: string | undefined): Promise<void>;
  /** @throws {AuthError} 401 `no_authorization`, 403 `bad_jwt` or `session_not_found` */
  requirePerson(authorization: string | undefined): Promise<SignedIn>;
}

type RequestAuthenticatorOptions = {
  data: DataFile;
  tokens: Tokens;
  anonymousKey: string;
  userRecords: UserRecords;
  clock: () => Date;
};

type Found =
  | { ok: true; signedIn: SignedIn | undefined; isService?: boolean }
  | { ok: false; reason: "invalid-token" | "expired-token" | "ended-session" };

/** A token names its user. Whether the session still exists is read from the data file on every request. */
export function createRequestAuthenticator({
  data,
  tokens,
  anonymousKey,
  userRecords,
  clock,
}: RequestAuthenticatorOptions): RequestAuthenticator {
  async function isKey(apikey: string): Promise<boolean> {
    // Nearly every request has this key, and comparing text is faster than checking a signature.
    if (apikey === anonymousKey) return true;
    // A page in the cache of a browser or a CDN may have a key from before the site changed its address or its keys.
    const verified = await tokens.verify(apikey);
    return verified.ok && verified.claims.role !== "authenticated";
  }

  async function personOf(authorization: string | undefined): Promise<Found> {
    const token = bearerToken(authorization);
    if (token === undefined || token === anonymousKey) return { ok: true, signedIn: undefined };
    const verified = await tokens.verify(token);
    if (!verified.ok) return verified;
    const { claims } = verified;
    if (claims.role !== "authenticated") {
      return { ok: true, signedIn: undefined, isService: claims.role === "service_role" };
    }
    const session = findSession(data.read, claims.session_id, clock());
    if (session === undefined || session.userId !== claims.sub) return { ok: false, reason: "ended-session" };
    const user = findUser(data.read, session.userId);
    if (user === undefined) return { ok: false, reason: "ended-session" };
    const aal = claims.aal === "aal2" && session.aal === "aal2" ? "aal2" : "aal1";
    return { ok: true, signedIn: { user, session, aal } };
  }

  return {
    async identify({ apikey, authorization }) {
      if (!apikey) return { ok: false, reason: "missing-key" };
      if (!(await isKey(apikey))) return { ok: false, reason: "unknown-key" };
      const found = await personOf(authorization);
      if (!found.ok) return found;
      if (found.isService) return { ok: true, caller: { role: "service" } };
      if (found.signedIn === undefined) return { ok: true, caller: { role: "anonymous" } };
      const { user, session, aal } = found.signedIn;
      const isAdmin = user.role === "admin";
      const hasPassedAll = aal === "aal2" || !userRecords.hasVerifiedFactor(user.id);
      return {
        ok: true,
        caller: {
          role: "authenticated",
          admin: isAdmin && hasPassedAll,
          needsSecondStep: isAdmin && !hasPassedAll,
          userId: user.id,
          email: user.email,
          sessionId: session.id,
        },
      };
    },
    async requireKey(apikey) {
      if (!apikey) throw new AuthError(401, "no_authorization", "No API key found in request");
      if (!(await isKey(apikey))) throw new AuthError(401, "no_authorization", "Invalid API key");
    },
    async requirePerson(authorization) {
      const found = await personOf(authorization);
      if (found.ok) {
        if (found.signedIn) return found.signedIn;
        throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
      }
      switch (found.reason) {
        case "ended-session":
          throw sessionNotFound();
        case "expired-token":
          throw new AuthError(403, "bad_jwt", "invalid JWT: token is expired");
        case "invalid-token":
          throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
      }
    },
  };
}
