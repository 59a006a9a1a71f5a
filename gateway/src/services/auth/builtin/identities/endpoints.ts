import { AuthError, insufficientAal } from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";
import { type Endpoint, type EndpointResponse, isUuid, type PersonRequest } from "../endpoint.ts";
import { requireRecentSignIn } from "../sessions.ts";
import type { IdentityContext } from "./authorize.ts";
import { authorize, authorizeLink } from "./authorize.ts";
import { callback } from "./callback.ts";
import { PROVIDER, unlinkIdentity } from "./identities.ts";
import { createOpenIdProvider, type OpenIdSettings } from "./provider.ts";

/** Endpoints of linked identities. @param openId the provider, when the settings name one */
export function createIdentityEndpoints(auth: AuthContext, openId: OpenIdSettings | undefined): Endpoint[] {
  const provider = openId && createOpenIdProvider(openId, `${auth.publicUrl}/auth/v1/callback`);
  const context: IdentityContext = { ...auth, provider };
  return [
    { method: "GET", path: "authorize", access: "anyone", handle: (request) => authorize(context, request) },
    { method: "GET", path: "callback", access: "anyone", handle: (request) => callback(context, request) },
    {
      method: "GET",
      path: "user/identities/authorize",
      access: "person",
      handle: (request) => authorizeLink(context, request),
    },
    {
      method: "DELETE",
      path: "user/identities/:id",
      access: "person",
      handle: (request) => unlink(context, request),
    },
  ];
}

/** `DELETE user/identities/{id}`: unlinks an account. Address and password, which every user has, stay. */
async function unlink(context: IdentityContext, request: PersonRequest): Promise<EndpointResponse> {
  const { user, session, aal } = request.signedIn;
  const id = (request.params.id ?? "").toLowerCase();
  if (!isUuid(id)) {
    throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  }
  if (aal !== "aal2" && context.userRecords.hasVerifiedFactor(user.id)) throw insufficientAal();
  if (id === user.id) {
    const message = "The identity of the email address can't be unlinked";
    throw new AuthError(422, "single_identity_not_deletable", message);
  }
  requireRecentSignIn(session, request.now);
  const wasThere = await context.data.write((writer) => unlinkIdentity(writer, user.id, id));
  if (!wasThere) throw new AuthError(404, "identity_not_found", "Identity doesn't exist");
  await context.audit({ event: "identity-unlinked", client: request.client, details: { provider: PROVIDER } });
  return { status: 200, body: {} };
}
