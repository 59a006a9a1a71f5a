import type { DataFile } from "../../../data/data-file.ts";
import type { Writer } from "../../../data/statements.ts";
import { AuthError } from "../auth-error.ts";
import { deviceCookieHeader } from "../device-cookie.ts";
import type { AuthContext } from "./context.ts";
import { findDevice, rememberDevice } from "./devices.ts";
import type { EndpointRequest, EndpointResponse } from "./endpoint.ts";
import { type AmrEntry, type IssuedSession, startSession, unixSeconds } from "./sessions.ts";
import { ACCESS_TOKEN_SECONDS, type Tokens } from "./tokens.ts";
import type { UserRecords } from "./user-records.ts";
import { findUser, wireUser } from "./users.ts";

/** Response to a sign-in. Source: auth-js, `Session`. */
export type TokenResponse = {
  access_token: string;
  token_type: "bearer";
  /** Seconds. */
  expires_in: number;
  /** Unix seconds. */
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
};

type TokenResponseOptions = { data: DataFile; tokens: Tokens; userRecords: UserRecords; clock: () => Date };

/** Makes token responses for stored sessions. */
export function createTokenResponse({ data, tokens, userRecords, clock }: TokenResponseOptions) {
  return async ({ session, refreshToken }: IssuedSession): Promise<TokenResponse> => {
    const user = findUser(data.read, session.userId);
    if (user === undefined) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
    return {
      access_token: await tokens.issueAccessToken(user, session),
      token_type: "bearer",
      expires_in: ACCESS_TOKEN_SECONDS,
      expires_at: unixSeconds(clock()) + ACCESS_TOKEN_SECONDS,
      refresh_token: refreshToken,
      user: wireUser(user, userRecords),
    };
  };
}

/** A new session, and the cookie that identifies its browser; undefined while the browser is unknown. */
type BegunSession = { issued: IssuedSession; device: string | undefined };

/**
 * Begins a session inside a change, and records its browser. If there is a second step, a new browser is recorded only
 * after that step: otherwise the guesses of somebody with only the password would count as those of a known browser.
 */
export function beginSession(
  writer: Writer,
  { publicUrl, userRecords }: Pick<AuthContext, "publicUrl" | "userRecords">,
  { header, client, now }: Pick<EndpointRequest, "header" | "client" | "now">,
  { userId, method }: { userId: string; method: AmrEntry["method"] },
): BegunSession {
  const issued = startSession(writer, { userId, method, client, now });
  const sent = { cookies: header("cookie"), publicUrl, now };
  const isKnown = findDevice(writer, sent) !== undefined || !userRecords.hasVerifiedFactor(userId);
  return { issued, device: isKnown ? rememberDevice(writer, { userId, ...sent }) : undefined };
}

/** Responds with a stored session, after a sign-in or its second step. */
export async function respondWithSession(
  { tokenResponse, publicUrl }: Pick<AuthContext, "tokenResponse" | "publicUrl">,
  { issued, device }: BegunSession,
): Promise<EndpointResponse> {
  return {
    status: 200,
    body: await tokenResponse(issued),
    ...(device !== undefined && { headers: { "Set-Cookie": deviceCookieHeader(device, publicUrl) } }),
  };
}
