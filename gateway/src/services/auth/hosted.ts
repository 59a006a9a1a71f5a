import * as v from "valibot";
import { normaliseEmail } from "../../lib/email-address.ts";
import { passedHeaders } from "../../lib/provider/passed-headers.ts";
import { DEFAULT_RETRY_S, retryAfterSeconds } from "../../lib/provider/retry-after.ts";
import { jsonOf, parse } from "../shared/parse-request.ts";
import {
  codeOf,
  type HostedProject,
  keyRejected,
  keysFor,
  readBody,
  unexpectedResponse,
} from "../shared/supabase-project.ts";
import { AuthError, toAuthResponse, tooManyRequests, validationFailed } from "./auth-error.ts";
import type { AuthRequest, AuthResponse, AuthService } from "./contract.ts";
import { createAccountChange } from "./hosted/account-change.ts";
import { type Passed, passedAs } from "./hosted/endpoints.ts";
import { createGuessLimits, factorIdIn } from "./hosted/guess-limits.ts";
import { createHostedIdentify } from "./hosted/identify.ts";
import { createKnownBrowsers } from "./hosted/known-browsers.ts";
import { createRecoveryLimit } from "./recovery-limit.ts";

/** Request headers that are passed on, besides the keys. Cookies and browsers' addresses are not passed on. */
const REQUEST_HEADERS = [
  "accept",
  "accept-language",
  "content-type",
  "x-client-info",
  "x-supabase-api-version",
] as const;
/** Response headers that clients read. */
const RESPONSE_HEADERS = [
  "cache-control",
  "content-type",
  "location",
  "retry-after",
  "x-sb-error-code",
  "x-supabase-api-version",
] as const;

/** Longest query that is passed on: the provider repeats it in its redirects, with up to three characters for each. */
const QUERY_MAX_LENGTH = 1_000;

/** Maximum size of a response, in bytes: the QR code of a second factor has about ten thousand. */
const MAX_BODY_BYTES = 512 * 1024;

export type HostedAuthOptions = {
  project: HostedProject;
  /** Address of the site, without a slash at the end. */
  publicUrl: string;
  clock: () => Date;
  /** Milliseconds on a clock that never goes back, for limits and for the cache. */
  now?: () => number;
  /** Whether guesses are limited. The provider cannot limit them: all requests come from the gateway's address. */
  limits: boolean;
};

/** Sign-in at Supabase Auth for the one owner. Requests that create or administer accounts are rejected. */
export function createHostedAuth(options: HostedAuthOptions): AuthService {
  const { project, publicUrl, clock, now = () => performance.now(), limits } = options;
  const { provider, anonymousKey } = project;
  const { identify, forget } = createHostedIdentify({ project, clock, now });
  const prepareChange = createAccountChange({ project, identify, clock });
  const guesses = createGuessLimits(now);
  const limitRecovery = createRecoveryLimit(now);
  const browsers = createKnownBrowsers(project, { publicUrl, clock });

  async function answer(request: AuthRequest): Promise<AuthResponse> {
    const { method, path, query, header, client } = request;
    const passed = passedAs(request);
    if (query.length > QUERY_MAX_LENGTH) throw new AuthError(414, "validation_failed", "The query is too long.");
    if (passed.needsKey) requireKey(request.apikey, anonymousKey);
    const isFactor = passed.guess === "factor";
    const device = isFactor || passed.isChallenge ? browsers.find(header("cookie"), factorIdIn(request)) : undefined;
    const guess = { request, passed, device };
    if (limits) guesses.spend(guess);
    const recovery = passed.isRecovery ? readRecovery(request.body) : undefined;
    if (limits && recovery) limitRecovery(client.key, recovery.email);
    const change = passed.isAccountChange ? await prepareChange(request) : undefined;
    const body = recovery ? JSON.stringify(recovery) : (change ?? request).body;
    // The password was correct, even if the change fails.
    if (change?.isProven) guesses.refill(guess);
    const response = await provider.ask({
      method,
      // `passedAs` has matched the path exactly.
      path: `/auth/v1/${path}${query === "" ? "" : `?${query}`}`,
      headers: {
        ...(body !== "" && { "content-type": "application/json" }),
        ...passedHeaders(header, REQUEST_HEADERS),
        ...keysFor(project, header("authorization")),
      },
      body,
    });
    const text = await textOf(response, passed, method);
    if (response.ok && passed.changesRights) forget();
    const isProven = response.ok && passed.isProof === true;
    if (isProven) guesses.refill(guess);
    // The provider answers 404 for a factor that does not exist.
    else if (response.status === 400 || response.status === 422) guesses.countWrong(guess);
    return {
      status: statusFor(response, passed, query),
      headers: {
        "cache-control": "no-store",
        ...passedHeaders((name) => response.headers.get(name), RESPONSE_HEADERS),
        ...(isProven && isFactor && { "set-cookie": browsers.remember(factorIdIn(request)) }),
      },
      body: text,
    };
  }

  /** Reads the body of a response, and checks that it comes from the provider itself. */
  async function textOf(response: Response, { isGrant }: Passed, method: string): Promise<string | null> {
    const { status, headers } = response;
    const isRedirect = status >= 300 && status < 400 && headers.has("location");
    if (isRedirect || status === 204 || method === "HEAD") {
      await response.body?.cancel();
      return null;
    }
    if (!headers.get("content-type")?.includes("json")) {
      await response.body?.cancel();
      if (status === 429) throw tooManyRequests(retryAfterSeconds(headers) ?? DEFAULT_RETRY_S);
      throw unexpectedResponse(provider);
    }
    const text = await readBody(provider, response, MAX_BODY_BYTES);
    const value = jsonOf(text);
    if (value === undefined || (isGrant && response.ok && !isSession(value))) throw unexpectedResponse(provider);
    // Supabase Auth itself never responds to a refresh with 401, and always sends a code.
    if (status === 401 && (isGrant || codeOf(value) === undefined)) throw keyRejected(provider);
    return text;
  }

  return {
    isHosted: true,
    // The dashboard offers only Google, of all of Supabase's providers.
    linkedSignIn: "google",
    anonymousKey,
    identify,
    async answer(request) {
      try {
        if (request.method === "OPTIONS")
          return { status: 204, headers: { Allow: "GET, POST, PUT, DELETE" }, body: null };
        return await answer(request);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        return toAuthResponse(error, request.header("x-supabase-api-version"));
      }
    },
  };
}

/**
 * Everything that a request for an email may hold. It is rewritten, because Supabase Auth reads field names in any
 * case, so that an unchecked `Email` would not be counted.
 */
const recoverySchema = v.object({
  email: v.pipe(v.string(), v.transform(normaliseEmail), v.string("Unable to validate email address: invalid format")),
  code_challenge: v.nullish(v.string()),
  code_challenge_method: v.nullish(v.string()),
  gotrue_meta_security: v.nullish(v.unknown()),
});

function readRecovery(body: string): v.InferOutput<typeof recoverySchema> {
  const recovery = parse(recoverySchema, jsonOf(body));
  if (!recovery.ok) throw validationFailed(recovery.message);
  return recovery.value;
}

function requireKey(apikey: string | undefined, anonymousKey: string): void {
  if (!apikey) throw new AuthError(401, "no_authorization", "No API key found in request");
  if (apikey !== anonymousKey) throw new AuthError(401, "no_authorization", "Invalid API key");
}

/** Clients end their session after a 4xx at a refresh, and some after a 500. After a 503 all clients wait and retry. */
function statusFor({ status }: Response, { isGrant }: Passed, query: string): number {
  if (status >= 500) return 503;
  const isRefresh = isGrant && new URLSearchParams(query).get("grant_type") === "refresh_token";
  return status === 429 && isRefresh ? 503 : status;
}

/** A client that gets anything else considers itself signed out. */
function isSession(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "access_token" in value &&
    typeof value.access_token === "string" &&
    "refresh_token" in value &&
    typeof value.refresh_token === "string"
  );
}
