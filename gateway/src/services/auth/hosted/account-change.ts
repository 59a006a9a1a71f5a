import * as v from "valibot";
import type { Provider } from "../../../lib/provider/provider.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { DEFAULT_RETRY_S, retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import { bearerToken, type Identify, type Person } from "../../shared/caller.ts";
import { jsonOf, parse } from "../../shared/parse-request.ts";
import {
  codeOf,
  type HostedProject,
  keyRejected,
  keysFor,
  readBody,
  unexpectedResponse,
} from "../../shared/supabase-project.ts";
import {
  AuthError,
  passwordNeeded,
  sessionNotFound,
  tooManyRequests,
  validationFailed,
  wrongPassword,
} from "../auth-error.ts";
import type { AuthRequest } from "../contract.ts";
import { claimsOf } from "./identify.ts";

/** How long a session that began with an email may change the account without the password, in seconds. */
const EMAIL_SESSION_S = 60 * 60;
/** Values of `amr` in Supabase Auth for a session that began with an email. */
const EMAIL_METHODS = new Set(["recovery", "otp"]);
/** Maximum size of a response to the password check, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

const text = v.nullish(v.string());
/**
 * Everything that a client may change. The request to the provider is built from these fields only: Supabase Auth reads
 * field names in any case, so an unchecked `Password` would change the password.
 */
const changeSchema = v.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: v.nullish(v.record(v.string(), v.unknown())),
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
const sessionSchema = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) });

/** A change of the account that may be passed on. */
type AccountChange = {
  /** The body for the provider. */
  body: string;
  /** Whether the request had the current password and it was correct. */
  isProven: boolean;
};

type AccountChangeOptions = { project: HostedProject; identify: Identify; clock: () => Date };

/**
 * Checks a change of the account. Supabase Auth ignores `current_password` unless the owner of the project has switched
 * it on. So the gateway first checks the current password itself, by a sign-in that it ends at once.
 *
 * @throws {AuthError} 400 `reauthentication_needed` if a required password is missing, 400 `invalid_credentials` if it
 *   is wrong
 * @throws {ProviderError} when the provider could not check the password
 */
export function createAccountChange({ project, identify, clock }: AccountChangeOptions) {
  const { provider } = project;

  return async ({ apikey, header, body }: AuthRequest): Promise<AccountChange> => {
    const change = readChange(body);
    const isMove = [change.password, change.email, change.phone].some((value) => typeof value === "string");
    const current = change.current_password;
    const authorization = header("authorization");
    if (current) await prove(await personOf({ apikey, authorization }), current);
    else if (isMove && !wasOpenedByEmail(authorization)) throw passwordNeeded();
    return { body: JSON.stringify(change), isProven: Boolean(current) };
  };

  async function personOf(credentials: Parameters<Identify>[0]): Promise<Person> {
    const identification = await identify(credentials);
    if (!identification.ok && identification.reason === "ended-session") throw sessionNotFound();
    if (!identification.ok || identification.caller.role !== "authenticated") {
      throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
    }
    return identification.caller;
  }

  async function prove({ email, userId }: Person, password: string): Promise<void> {
    const answer = await provider.ask({
      method: "POST",
      path: "/auth/v1/token?grant_type=password",
      headers: {
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
        ...keysFor(project, undefined),
      },
      body: JSON.stringify({ email, password }),
    });
    // A proxy in front of the provider may have sent this error.
    const body = jsonOf(await readBody(provider, answer, MAX_BODY_BYTES));
    if (!answer.ok) throw toPasswordError(answer, body, provider);
    const session = v.safeParse(sessionSchema, body);
    if (!session.success) throw unexpectedResponse(provider);
    await endSession(session.output.access_token);
    if (session.output.user.id !== userId) throw wrongPassword();
  }

  /** Ends the session of the password check. A failure does no harm, because nobody has its tokens. */
  async function endSession(token: string): Promise<void> {
    try {
      const answer = await provider.ask({
        method: "POST",
        path: "/auth/v1/logout?scope=local",
        headers: keysFor(project, `Bearer ${token}`),
      });
      await answer.body?.cancel();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
    }
  }

  /** Reads the token's own claims. That is safe, because the provider gets the same token and rejects a forged one. */
  function wasOpenedByEmail(authorization: string | undefined): boolean {
    const claims = claimsOf(bearerToken(authorization) ?? "");
    const since = clock().getTime() / 1_000 - EMAIL_SESSION_S;
    return claims?.amr.some(({ method, timestamp }) => EMAIL_METHODS.has(method) && timestamp >= since) ?? false;
  }
}

function readChange(body: string): v.InferOutput<typeof changeSchema> {
  const value = body.trim() === "" ? {} : jsonOf(body);
  if (value === undefined) throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  const change = parse(changeSchema, value);
  if (!change.ok) throw validationFailed(change.message);
  return change.value;
}

function toPasswordError({ status, headers }: Response, body: unknown, provider: Provider): Error {
  const code = codeOf(body);
  if (status === 429) return tooManyRequests(retryAfterSeconds(headers) ?? DEFAULT_RETRY_S);
  if (code === "invalid_credentials") return wrongPassword();
  if (status === 401) return keyRejected(provider);
  if (status < 400 || status >= 500 || code === undefined) return unexpectedResponse(provider);
  return new AuthError(status, code, "The current password could not be checked.");
}
