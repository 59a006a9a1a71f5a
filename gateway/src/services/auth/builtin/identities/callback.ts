import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import type { Writer } from "../../../../data/statements.ts";
import type { EndpointRequest, EndpointResponse } from "../endpoint.ts";
import { addFlowState } from "../flow-states.ts";
import { findSession } from "../sessions.ts";
import type { IdentityContext } from "./authorize.ts";
import { linkAccount, PROVIDER, recordSignIn, userOfAccount } from "./identities.ts";
import type { Account } from "./provider.ts";
import { endVisit, noVisitCookieHeader, type Visit } from "./provider-visits.ts";

/** Why a visit failed, as on the wire. Source: RFC 6749 §4.1.2.1 and supabase.com, "Auth error codes". */
type Failure = { error: string; errorCode: string; description: string };

const BAD_STATE: Failure = {
  error: "invalid_request",
  errorCode: "bad_oauth_state",
  description: "This sign-in has expired or was begun in another browser. Please try again.",
};
const REFUSED: Failure = {
  error: "access_denied",
  errorCode: "access_denied",
  description: "You did not allow the sign-in.",
};
const BROKEN: Failure = {
  error: "server_error",
  errorCode: "bad_oauth_callback",
  description: "The sign-in provider's answer could not be used. Please try again.",
};
const NOT_LINKED: Failure = {
  error: "access_denied",
  errorCode: "signup_disabled",
  description: "This account is not linked to anybody here. Sign in another way and link it first.",
};
const LINKED_ALREADY: Failure = {
  error: "invalid_request",
  errorCode: "identity_already_exists",
  description: "This account is linked already.",
};
const NO_LONGER_ALLOWED: Failure = {
  error: "access_denied",
  errorCode: "session_not_found",
  description: "You have been signed out meanwhile. Please sign in and try again.",
};

/** Result of a visit: a code to exchange for a session. */
type Arrival = { code: string } | Failure;

/** `GET callback`: a browser comes back from the provider and is redirected to its destination. */
export async function callback(context: IdentityContext, request: EndpointRequest): Promise<EndpointResponse> {
  const { query, now, client } = request;
  const state = query.get("state") ?? "";
  const cookies = request.header("cookie");
  const { publicUrl } = context;
  const begun = await context.data.write((writer) => endVisit(writer, { state, cookies, publicUrl, now }));
  const dashboard = publicUrl + ADMIN_PATH;
  // The cookie stays, because it may belong to another visit that has not ended.
  if (begun === undefined || context.provider === undefined) return goTo(dashboard, BAD_STATE, {});

  const { visit, secrets } = begun;
  const arrival = await arrive(context, request, visit, () => context.provider?.redeem(query, secrets));
  if ("error" in arrival) {
    const details = { method: "oauth", provider: PROVIDER, reason: arrival.errorCode };
    await context.audit({ event: "sign-in-failed", client, details });
  } else if (visit.sessionId !== undefined) {
    await context.audit({ event: "identity-linked", client, details: { provider: PROVIDER } });
  }
  return goTo(visit.redirectTo, arrival, { "Set-Cookie": noVisitCookieHeader(publicUrl) });
}

async function arrive(
  context: IdentityContext,
  { query, now }: EndpointRequest,
  visit: Visit,
  redeem: () => Promise<Account> | undefined,
): Promise<Arrival> {
  let account: Account | undefined;
  try {
    account = await redeem();
  } catch (error) {
    if (query.get("error") === "access_denied") return REFUSED;
    context.later(() => Promise.reject(new Error("a sign-in by OpenID Connect failed", { cause: error })));
  }
  if (account === undefined) return BROKEN;
  const { sessionId } = visit;
  return context.data.write((writer) =>
    sessionId === undefined
      ? signIn(writer, visit, account, now)
      : link(context, writer, { visit, sessionId, account, now }),
  );
}

/** Never creates a user: only a linked account can sign in, even if another account has the owner's address. */
function signIn(writer: Writer, visit: Visit, account: Account, now: Date): Arrival {
  const userId = userOfAccount(writer, account);
  if (userId === undefined) return NOT_LINKED;
  recordSignIn(writer, account, now);
  const flow = { userId, codeChallenge: visit.codeChallenge };
  return { code: addFlowState(writer, flow, now) };
}

function link(
  { userRecords }: IdentityContext,
  writer: Writer,
  { visit, sessionId, account, now }: { visit: Visit; sessionId: string; account: Account; now: Date },
): Arrival {
  const session = findSession(writer, sessionId, now);
  if (session === undefined) return NO_LONGER_ALLOWED;
  const { userId } = session;
  // A factor may have been added while the person was at the provider.
  if (session.aal !== "aal2" && userRecords.hasVerifiedFactor(userId)) return NO_LONGER_ALLOWED;
  if (userOfAccount(writer, account) !== undefined) return LINKED_ALREADY;
  linkAccount(writer, userId, account, now);
  const flow = { userId, codeChallenge: visit.codeChallenge, sessionId };
  return { code: addFlowState(writer, flow, now) };
}

function goTo(address: string, arrival: Arrival, headers: Record<string, string>): EndpointResponse {
  const url = new URL(address);
  if ("error" in arrival) {
    url.searchParams.set("error", arrival.error);
    url.searchParams.set("error_code", arrival.errorCode);
    url.searchParams.set("error_description", arrival.description);
  } else {
    url.searchParams.set("code", arrival.code);
  }
  return { status: 302, headers: { Location: url.href, ...headers } };
}
