import { createRateLimit } from "../../http/rate-limit.ts";
import { passedHeaders } from "../../lib/provider/passed-headers.ts";
import { DEFAULT_RETRY_S, retryAfterSeconds } from "../../lib/provider/retry-after.ts";
import { jsonOf } from "../shared/parse-request.ts";
import {
  codeOf,
  type HostedProject,
  keyRejected,
  keysFor,
  readBody,
  unexpectedResponse,
} from "../shared/supabase-project.ts";
import { AuthError, toAuthResponse, tooManyRequests } from "./auth-error.ts";
import type { AuthRequest, AuthResponse, AuthService } from "./contract.ts";
import { createAccountChange } from "./hosted/account-change.ts";
import { type Passed, passedAs } from "./hosted/endpoints.ts";
import { createHostedIdentify } from "./hosted/identify.ts";

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

/** Guesses of one address: a burst of ten, then one every six seconds, as with the built-in service. */
const GUESS_RATE = { burst: 10, perSecond: 1 / 6 };
/** Maximum size of a response, in bytes: the QR code of a second factor has about ten thousand. */
const MAX_BODY_BYTES = 512 * 1024;

export type HostedAuthOptions = {
  project: HostedProject;
  clock: () => Date;
  /** Milliseconds on a clock that never goes back, for limits and for the cache. */
  now?: () => number;
  /** Whether guesses are limited. The provider cannot limit them: all requests come from the gateway's address. */
  limits: boolean;
};

/** Sign-in at Supabase Auth for the one owner. Requests that create or administer accounts are rejected. */
export function createHostedAuth(options: HostedAuthOptions): AuthService {
  const { project, clock, now = () => performance.now(), limits } = options;
  const { provider, anonymousKey } = project;
  const { identify, forget } = createHostedIdentify({ project, clock, now });
  const prepareChange = createAccountChange({ project, identify, clock });
  const guesses = createRateLimit(GUESS_RATE, now);

  async function answer(request: AuthRequest): Promise<AuthResponse> {
    const { method, path, query, header, client } = request;
    const passed = passedAs(request);
    if (passed.needsKey) requireKey(request.apikey, anonymousKey);
    const guesser = passed.guess && `${passed.guess} ${client.key}`;
    if (guesser !== undefined && limits) {
      const limit = guesses(guesser);
      if (!limit.ok) throw tooManyRequests(limit.retryAfterSeconds);
    }
    const change = passed.isAccountChange ? await prepareChange(request) : undefined;
    const { body } = change ?? request;
    // The password was correct, so the client gets all its guesses back, even if the change fails.
    if (change?.isProven && guesser !== undefined) guesses.forget(guesser);
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
    // The secret was correct, so the client gets all its guesses back.
    if (response.ok && guesser !== undefined && passed.isProof) guesses.forget(guesser);
    return {
      status: statusFor(response, passed, query),
      headers: {
        "cache-control": "no-store",
        ...passedHeaders((name) => response.headers.get(name), RESPONSE_HEADERS),
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
    // Of Supabase's providers the dashboard offers only Google.
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
