import { PASSWORD_MAX_LENGTH } from "@porchlight/protocol/limits.ts";
import * as v from "valibot";
import { AuthError, validationFailed } from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";
import { type Endpoint, type EndpointRequest, type EndpointResponse, read, textSchema } from "../endpoint.ts";
import { takeFlowState } from "../flow-states.ts";
import type { HashingQueue } from "../hashing-queue.ts";
import type { PasswordHasher } from "../passwords.ts";
import { rotate } from "../refresh-tokens.ts";
import { beginSession, respondWithSession } from "../session-response.ts";
import { continueSession, endSessions, findSession, type IssuedSession, useSession } from "../sessions.ts";
import { changeUser, findOwner, findUser, findUserByEmail, type User } from "../users.ts";

type TokenOptions = { hasher: PasswordHasher; queue: HashingQueue };

const passwordSchema = v.object({ email: textSchema, password: textSchema });
const refreshSchema = v.object({ refresh_token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) });
const pkceSchema = v.object({
  auth_code: v.pipe(v.string(), v.nonEmpty()),
  code_verifier: v.pipe(v.string(), v.nonEmpty()),
});

/** `POST token?grant_type=…`: signs in by password, refreshes a session, or ends a flow that began elsewhere. */
export function createTokenEndpoint(context: AuthContext, { hasher, queue }: TokenOptions): Endpoint {
  const { data, guesses, audit, tokenResponse } = context;

  async function signIn(request: EndpointRequest): Promise<EndpointResponse> {
    const { email, password } = read(passwordSchema, request.body);
    guesses.spend("password", request);
    // An unknown address causes the same work, with the owner's hash, so that its response takes the same time.
    const owner = findOwner(data.read);
    const user = findUserByEmail(data.read, email);
    const phc = (user ?? owner)?.passwordHash;
    const isRight =
      phc !== undefined &&
      password.length <= PASSWORD_MAX_LENGTH &&
      (await queue.run(() => hasher.verify(password, phc), request.device !== undefined));
    if (!isRight || user === undefined) {
      await audit({ event: "sign-in-failed", client: request.client });
      throw invalidCredentials();
    }
    const begun = await data.write((writer) => {
      // The password may have changed during the check.
      if (findUser(writer, user.id)?.passwordHash !== user.passwordHash) return undefined;
      return beginSession(writer, context, request, { userId: user.id, method: "password" });
    });
    if (begun === undefined) throw invalidCredentials();
    guesses.refill("password", request);
    await audit({ event: "signed-in", client: request.client, details: { method: "password" } });
    if (!hasher.isCurrent(user.passwordHash)) context.later(() => rehash(user, password, request.now));
    return respondWithSession(context, begun);
  }

  /** Replaces an old, weaker hash while the gateway knows the password. */
  async function rehash(user: User, password: string, now: Date): Promise<void> {
    const passwordHash = await queue.run(() => hasher.hash(password), true);
    await data.write((writer) => {
      if (findUser(writer, user.id)?.passwordHash === user.passwordHash)
        changeUser(writer, user.id, { passwordHash }, now);
    });
  }

  async function refresh({ body, client, now }: EndpointRequest): Promise<EndpointResponse> {
    const { refresh_token } = read(refreshSchema, body);
    const result = await data.write((writer): IssuedSession | AuthError | "stolen" => {
      const rotation = rotate(writer, refresh_token, now);
      if (rotation.status === "unknown") {
        return new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
      }
      const session = findSession(writer, rotation.sessionId, now);
      if (session === undefined) {
        return new AuthError(400, "session_expired", "Invalid Refresh Token: Session Expired (Inactivity)");
      }
      if (rotation.status === "overtaken") return alreadyUsed();
      if (rotation.status === "stolen") {
        endSessions(writer, session.userId, "local", session.id);
        return "stolen";
      }
      return { session: useSession(writer, session, client, now), refreshToken: rotation.refreshToken };
    });
    if (result === "stolen") {
      await audit({ event: "session-revoked-by-reuse", client });
      throw alreadyUsed();
    }
    if (result instanceof AuthError) throw result;
    return { status: 200, body: await tokenResponse(result) };
  }

  async function finishFlow(request: EndpointRequest): Promise<EndpointResponse> {
    const { auth_code, code_verifier } = read(pkceSchema, request.body);
    // Only a sign-in at the OpenID provider ends with this grant.
    const method = "oauth";
    const result = await data.write((writer) => {
      const flow = takeFlowState(writer, { code: auth_code, verifier: code_verifier, now: request.now });
      if (flow instanceof AuthError) return flow;
      if (flow.sessionId === undefined) return { begun: beginSession(writer, context, request, { ...flow, method }) };
      return { continued: continueSession(writer, flow.sessionId, request) };
    });
    if (result instanceof AuthError) throw result;
    const { begun, continued } = result;
    if (begun) {
      await audit({ event: "signed-in", client: request.client, details: { method } });
      return respondWithSession(context, begun);
    }
    if (continued) return { status: 200, body: await tokenResponse(continued) };
    throw new AuthError(403, "session_not_found", "The session that began this has ended");
  }

  const grants = new Map([
    ["password", signIn],
    ["refresh_token", refresh],
    ["pkce", finishFlow],
  ]);

  return {
    method: "POST",
    path: "token",
    access: "key",
    handle(request) {
      const grant = grants.get(request.query.get("grant_type") ?? "");
      if (grant === undefined) throw validationFailed("unsupported_grant_type");
      return grant(request);
    },
  };
}

/** The error is the same as for an unknown address. */
function invalidCredentials(): AuthError {
  return new AuthError(400, "invalid_credentials", "Invalid login credentials");
}

function alreadyUsed(): AuthError {
  return new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
}
