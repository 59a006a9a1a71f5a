import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import * as v from "valibot";
import { AuthError, insufficientAal, validationFailed } from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";
import { type EndpointRequest, type EndpointResponse, ownAddress, type PersonRequest, read } from "../endpoint.ts";
import { requireRecentSignIn } from "../sessions.ts";
import { PROVIDER } from "./identities.ts";
import type { OpenIdProvider } from "./provider.ts";
import { beginVisit, visitCookieHeader } from "./provider-visits.ts";

const querySchema = v.object({
  // The code comes back in the query, and never as a token in the fragment. So the flow needs a verifier. Source: RFC
  // 7636 §4.3.
  code_challenge: v.pipe(
    v.string("PKCE is required: send a code_challenge"),
    v.regex(/^[\w.~-]{43,128}$/, "code challenge has to be between 43 and 128 characters"),
  ),
  code_challenge_method: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.picklist(["s256", "plain"], "needs to be s256 or plain")),
    "plain",
  ),
});

/** `GET authorize`: sends a browser to the provider, to sign in. */
export async function authorize(context: IdentityContext, request: EndpointRequest): Promise<EndpointResponse> {
  const { url, headers } = await startVisit(context, request, undefined);
  return { status: 302, headers: { Location: url, ...headers } };
}

/** `GET user/identities/authorize`: does the same, to link the account to the user of this session. */
export async function authorizeLink(context: IdentityContext, request: PersonRequest): Promise<EndpointResponse> {
  const { user, session, aal } = request.signedIn;
  if (aal !== "aal2" && context.userRecords.hasVerifiedFactor(user.id)) throw insufficientAal();
  if (context.provider === undefined) {
    throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  }
  requireRecentSignIn(session, request.now);
  const { url, headers } = await startVisit(context, request, session.id);
  if (request.query.get("skip_http_redirect") === "true") return { status: 200, body: { url }, headers };
  return { status: 302, headers: { Location: url, ...headers } };
}

async function startVisit(
  context: IdentityContext,
  { query, now, client }: EndpointRequest,
  sessionId: string | undefined,
) {
  const provider = requireProvider(context, query.get("provider"));
  const { code_challenge, code_challenge_method } = read(querySchema, {
    code_challenge: query.get("code_challenge") ?? undefined,
    code_challenge_method: query.get("code_challenge_method") ?? undefined,
  });
  const requested = ownAddress(context.publicUrl, query.get("redirect_to"));
  const redirectTo = requested?.href ?? context.publicUrl + ADMIN_PATH;
  const codeChallenge = { challenge: code_challenge, method: code_challenge_method };
  const secrets = await context.data.write((writer) =>
    beginVisit(writer, { sessionId, redirectTo, codeChallenge, client: client.key }, now),
  );
  const url = await provider.visitAddress(secrets).catch((cause: unknown) => {
    throw new AuthError(503, "unexpected_failure", "The sign-in provider can't be reached. Please try again.", {
      cause,
    });
  });
  return { url, headers: { "Set-Cookie": visitCookieHeader(secrets.browser, context.publicUrl) } };
}

function requireProvider({ provider }: IdentityContext, name: string | null): OpenIdProvider {
  if (provider !== undefined && name === PROVIDER) return provider;
  throw validationFailed("Unsupported provider: provider is not enabled");
}

/** Dependencies of the endpoints of identities. */
export type IdentityContext = AuthContext & {
  /** Undefined when the settings name no provider. */
  provider: OpenIdProvider | undefined;
};
